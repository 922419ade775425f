// node output/build/main.js clean | quiet
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter, PROMPTS } from 'example-scenario';
import { AgentModule } from './agent.module';
import { AgentService } from './agent.service';
import { startTelemetry } from './telemetry';

void main(process.argv[2] === 'clean' ? 'clean' : 'quiet');

async function main(run: 'clean' | 'quiet'): Promise<void> {
  const telemetry = startTelemetry({
    // In place of `OTLPTraceExporter`, since the examples stay offline.
    exporter: new OtlpFileExporter('output/audit.jsonl'),
    sink: directorySink(`output/${run}`),
  });
  const app = await NestFactory.createApplicationContext(AgentModule, {
    logger: ['error', 'warn'],
  });
  await app.get(AgentService).perform(PROMPTS[run]);
  await app.close();
  await telemetry.shutdown();
}
