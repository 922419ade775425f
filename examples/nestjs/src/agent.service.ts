import { Inject, Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { GithubConnection } from './github-connection';
import { ScriptedModel } from './scripted-model';

/** Asks the model, calls a tool, and asks again. */
@Injectable()
export class AgentService {
  @Inject(GithubConnection) private readonly github!: GithubConnection;
  @Inject(ScriptedModel) private readonly model!: ScriptedModel;

  /** Works on one task, in a span of its own: that is the run. Returns how many calls it made. */
  perform(prompt: string): Promise<number> {
    const attributes = { 'gen_ai.operation.name': 'invoke_agent' };
    return trace.getTracer('agent').startActiveSpan('invoke_agent', { attributes }, async (span) => {
      try {
        return await this.work(prompt);
      } finally {
        span.end();
      }
    });
  }

  private async work(prompt: string): Promise<number> {
    const client = await this.github.client();
    await client.listTools();
    const results: unknown[] = [];
    for (;;) {
      const call = this.model.nextCall(prompt, results);
      if (call === undefined) return results.length;
      const { content } = await client.callTool({ name: call.tool, arguments: call.arguments });
      results.push(content);
    }
  }
}
