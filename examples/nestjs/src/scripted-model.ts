import { Injectable } from '@nestjs/common';
import { CALLS, type Call, PROMPTS } from 'example-scenario';

/** It answers as a real model might, without a network. */
@Injectable()
export class ScriptedModel {
  /** The next tool call, given the prompt and the results so far; nothing where the model is done. */
  nextCall(prompt: string, results: readonly unknown[]): Call | undefined {
    return prompt === PROMPTS.clean ? CALLS[results.length] : undefined;
  }
}
