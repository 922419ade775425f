import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { afterAll, describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/decision/document-digest.ts';
import {
  ConfigError,
  observeToolCall,
  type PolicyCall,
  ToolDecisionSpanProcessor,
  type ToolDecisionSpanProcessorOptions,
} from '../../src/index.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
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
      /no JSON; make JSON of YAML first: `npx assay-otel classifiers check X\.yaml --format json > X\.json`$/,
    ],
    ['a pack by name', ['pack:github'], /, got a pack: import 'assay-otel\/packs\/github\.json'$/],
    ['what names no pack', ['pack:../x'], /, got ENOENT$/],
    [
      'an import that is not there',
      [undefined],
      /^Expected `classifiers\[0\]` to be a classifier file or a path, got undefined$/,
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

describe('what the host does with what it was given', () => {
  it('changes no record: the policy hook has lists of its own', () => {
    const policy = ({ target }: PolicyCall) => {
      (target?.label_hashes as string[] | undefined)?.push('alice@example.com');
      return undefined;
    };
    const exporter = memoryExporter();
    const processor = new ToolDecisionSpanProcessor({ classifiers: [FILE], policy });
    const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('example', '1');
    const span = startCall(tracer, { region: 'eu', contactId: 'C7', tags: ['a'] }, 'delete_contact');
    observeToolCall(span, { serverId: 'crm' });
    span.end();
    const [sent] = exporter.getFinishedSpans();
    expect(recordOf(sent ?? expect.unreachable()).action.target?.label_hashes).toEqual([
      targetHash('crm_label', 'a'),
    ]);
  });

  it('changes no binding', () => {
    const bindClassifiers = { 'crm/*': { servers: ['mine'] } };
    const exporter = memoryExporter();
    const processor = new ToolDecisionSpanProcessor({ classifiers: [FILE], bindClassifiers });
    const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('example', '1');
    bindClassifiers['crm/*'].servers[0] = 'other';
    const span = startCall(tracer, { region: 'eu', contactId: 'C7' }, 'delete_contact');
    observeToolCall(span, { serverId: 'mine' });
    span.end();
    const [sent] = exporter.getFinishedSpans();
    expect(recordOf(sent ?? expect.unreachable()).classification).toBe('classified');
  });
});

describe('what a classifier file cannot carry out', () => {
  /** No published shape, so that only structure can keep it in. */
  const CANARY = 'quokka-7f3a-basalt';
  const many = Array.from({ length: 40 }, (_, at) => (at < 33 ? `t${at}` : CANARY));
  const cyclic: Record<string, unknown> = { id: CANARY };
  cyclic.contact = cyclic;
  const throwing = () => {
    throw new Error(CANARY);
  };

  /** A call with arguments that are handed over, as it is sent. */
  function sent(args: unknown, toolName = 'contact_write'): string {
    const exporter = memoryExporter();
    const processor = new ToolDecisionSpanProcessor({ classifiers: [FILE] });
    const tracer = provider({ spanProcessors: [processor, simple(exporter)] }).getTracer('example', '1');
    const span = startCall(tracer, {}, toolName);
    observeToolCall(span, { serverId: 'crm', arguments: args });
    span.end();
    const spans = exporter.getFinishedSpans();
    expect(decisionEvents(spans[0] ?? expect.unreachable())).toHaveLength(1);
    return Buffer.from(JsonTraceSerializer.serializeRequest(spans as never) ?? []).toString('utf8');
  }

  it('is all but what it projects', () => {
    const text = sent({ region: 'eu-plain', contactId: 7, tags: ['a'] }, 'delete_contact');
    expect(text).toContain('eu-plain');
    expect(text).toContain(targetHash('crm_label', 'a'));
  });

  it.each<[string, unknown]>([
    [
      'an argument that no field names',
      { region: 'eu', contactId: 7, note: CANARY, contact: { name: CANARY } },
    ],
    ['the verb', { region: 'eu', contactId: 7, options: { method: CANARY } }],
    ['a list that is too long', { region: 'eu', contactId: 7, tags: many }],
    ['a list with a member of another type', { region: 'eu', contactId: 7, tags: [CANARY, {}] }],
    ['members beside those of a list', { tags: Object.assign(['a'], { key: CANARY, [CANARY]: 'a' }) }],
    ['objects where texts are asked for', { region: { id: CANARY }, number: [CANARY], force: CANARY }],
    [
      'a list where none is asked for',
      { region: [CANARY], contact: [{ id: CANARY }], labels: { key: CANARY } },
    ],
    ['two names that differ', { region: 'eu', number: `1${CANARY}`, contact: { number: `2${CANARY}` } }],
    ['a cycle', cyclic],
    ['a getter that throws', Object.defineProperty({}, 'contact', { enumerable: true, get: throwing })],
    ['a proxy that throws', { contact: new Proxy({}, { get: throwing, ownKeys: throwing }) }],
    [
      'a list that never ends',
      { tags: new Proxy([CANARY], { get: (_, key) => (key === 'length' ? 1e9 : CANARY) }) },
    ],
    ['a list of holes', { tags: Object.assign(new Array(2 ** 32 - 1), { 0: CANARY }) }],
    ['what is inherited', Object.create({ region: CANARY, contactId: CANARY, tags: [CANARY] })],
    [
      'an own __proto__',
      JSON.parse(`{"__proto__":{"region":"${CANARY}"},"contact":{"__proto__":{"id":"${CANARY}"}}}`),
    ],
  ])('%s', (_title, args) => {
    expect(sent(args)).not.toContain(CANARY);
    expect(sent(args)).not.toContain(targetHash('crm_contact', CANARY));
    expect(sent(args)).not.toContain(targetHash('crm_label', CANARY));
  });
});
