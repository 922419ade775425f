import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/decision/document-digest.ts';
import {
  ConfigError,
  observeToolCall,
  ToolDecisionSpanProcessor,
  type ToolDecisionSpanProcessorOptions,
} from '../../src/index.ts';
import { FILE, fileWith } from '../classifier-file/files.ts';
import { checkpointOf, decisionEvents, recordOf, startCall } from './call-span.ts';
import { memoryExporter, provider, simple } from './line.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-otel-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string, name = 'tools.json'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** One call of `delete_contact` on `serverId`, as it is exported. */
function spanOf(options: ToolDecisionSpanProcessorOptions, serverId = 'crm-mcp') {
  const exporter = memoryExporter();
  const processor = new ToolDecisionSpanProcessor(options);
  const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('example', '1');
  const span = startCall(tracer, { region: 'eu', contactId: 'C7' }, 'delete_contact');
  observeToolCall(span, { serverId });
  span.end();
  return exporter.getFinishedSpans()[0] ?? expect.unreachable();
}

const issuesOf = (options: unknown): readonly string[] => {
  try {
    new ToolDecisionSpanProcessor(options as never);
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
  }
  return expect.unreachable();
};

describe('the option `classifiers`', () => {
  it.each<[string, () => string | object]>([
    ['an object', () => FILE],
    ['a JSON file', () => fileOf(JSON.stringify(FILE))],
  ])('takes %s; records and checkpoints name it', (_title, given) => {
    const span = spanOf({ classifiers: [given()] });
    expect(recordOf(span)).toMatchObject({ classification: 'classified', tool: { category: 'crm/contact' } });
    const versions = ['assay.classifiers.v0', `crm@${documentDigest(FILE)}`];
    expect(decisionEvents(span)[0]?.attributes?.['assay.classifier.version']).toEqual(versions);
    expect(checkpointOf(span)?.classifier_version).toEqual(versions);
  });

  it('holds for the servers of the file, unless they are bound', () => {
    const at = (bindClassifiers: object, server: string) =>
      recordOf(spanOf({ classifiers: [FILE], bindClassifiers: bindClassifiers as never }, server))
        .classification;
    expect(at({}, 'mine')).toBe('observed_unknown_tool');
    expect(at({ 'crm/*': { servers: ['mine'] } }, 'mine')).toBe('classified');
    expect(at({ 'crm/*': { servers: ['mine'] } }, 'crm-mcp')).toBe('observed_unknown_tool');
    expect(at({ 'crm/*': { servers: ['mine'] }, 'crm/contact': { servers: ['crm'] } }, 'mine')).toBe(
      'observed_unknown_tool',
    );
    expect(at({ 'crm/*': { exceptServers: ['crm-mcp'] } }, 'crm-mcp')).toBe('observed_unknown_tool');
  });

  it.each<[string, unknown, RegExp]>([
    ['no list', FILE, /^Expected `classifiers` to be an array of classifier files/],
    [
      'no file',
      [join(folder, 'absent.json')],
      /`classifiers\[0\]` to be the path of a readable JSON file, got ENOENT$/,
    ],
    [
      'a file of YAML',
      [fileOf('schema: x', 'tools.yaml')],
      /no JSON; in a process, convert YAML to JSON first$/,
    ],
    [
      'another document',
      [{ schema: 'other' }],
      /`schema` of `classifiers\[0\]` to be "assay.tool_classifiers.v0"$/,
    ],
    ['a draft', [{ ...FILE, draft: true }], /`draft` of `classifiers\[0\]` to be absent/],
  ])('refuses %s, in words', (_title, classifiers, message) => {
    expect(issuesOf({ classifiers })[0]).toMatch(message);
  });

  it('says what is wrong with every file at once', () => {
    const issues = issuesOf({
      classifiers: [{ ...FILE, name: '' }, FILE, fileWith({ provider: '' })],
      scrub: 'x',
    });
    expect(issues.map((issue) => /classifiers\[\d\]|scrub/.exec(issue)?.[0])).toEqual(
      expect.arrayContaining(['classifiers[0]', 'classifiers[2]', 'scrub']),
    );
  });

  it('knows the categories of the files where they are bound', () => {
    expect(issuesOf({ classifiers: [FILE], bindClassifiers: { 'crm/other': {}, 'crn/*': {} } })).toHaveLength(
      2,
    );
  });
});
