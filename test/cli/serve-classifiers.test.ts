import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { FILE } from '../classifier-file/files.ts';
import { otlpAttribute } from '../span/otlp/documents.ts';
import { callSpan, line } from './call-spans.ts';
import { folderWith } from './run-cli.ts';
import { builtCommand, running, serving } from './serving-process.ts';

const command = builtCommand();

const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });
const body = line([
  callSpan({
    attributes: [
      text('mcp.method.name', 'tools/call'),
      text('gen_ai.tool.name', 'delete_contact'),
      text('gen_ai.tool.call.arguments', '{"region":"eu","contactId":"C7"}'),
      text('server.address', 'mine'),
    ],
  }),
]);

describe('assay-otel serve with classifier files', () => {
  it('classifies what it is sent by them, bound as it is told, and says by which rules', async () => {
    const folder = folderWith({ 'crm.yaml': stringify(FILE) });
    const options = ['--listen', '127.0.0.1:0', '--grace', '1s', '--idle', '1s'];
    const rules = ['--classifiers', 'crm.yaml', '--bind', 'crm/*=mine'];
    const one = await serving(command.main, [...options, ...rules], folder);
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${one.url}/v1/traces`, { method: 'POST', body, headers });
    expect(status).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    const { surface, health } = JSON.parse(one.said.stdout);
    expect(surface.observed_tool_decisions[0].tool.category).toBe('crm/contact');
    expect(health.classifier_version).toHaveLength(2);
  });

  it('does not start with a file that is not valid', async () => {
    const folder = folderWith();
    writeFileSync(join(folder, 'crm.yaml'), 'schema: x');
    const one = running(
      command.main,
      ['serve', '--listen', '127.0.0.1:0', '--classifiers', 'crm.yaml'],
      folder,
    );
    expect(await one.ended).toBe(2);
    expect(one.said.stderr).toMatch(/crm\.yaml:1:\d+: schema/);
  });
});
