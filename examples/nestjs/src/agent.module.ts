import { Module } from '@nestjs/common';
import { AgentService } from './agent.service';
import { GithubConnection, RECEIVED } from './github-connection';
import { ScriptedModel } from './scripted-model';

@Module({
  providers: [
    { provide: RECEIVED, useValue: 'output/received.jsonl' },
    GithubConnection,
    ScriptedModel,
    AgentService,
  ],
})
export class AgentModule {}
