import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parse } from 'parse5';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { Report } from '../../src/report/report.ts';
import { repeatedFindings, toldFindings } from '../../src/report/told-finding.ts';
import { OLD_COMMAND, readCommand } from './github-runner.ts';
import { sarifErrors } from './sarif-schema.ts';

type Guarantee = (text: string, report: Report) => void;

/** What a format keeps to, whatever the names in a report are. A reporter without an entry fails the suite. */
export const GUARANTEES: Readonly<Record<string, Guarantee>> = {
  text: (text) => {
    for (const line of text.split('\n')) {
      expect(line).toMatch(TEXT_LINE);
      expect(readCommand(line)).toBeUndefined();
    }
    expect(text).not.toContain(OLD_COMMAND);
  },

  json: (text, { diff, isJudged }) => {
    const { verdict, ...compared } = diff;
    expect(text.split('\n')).toHaveLength(2);
    expect(canonicalJson(JSON.parse(text))).toBe(canonicalJson(isJudged ? diff : compared));
    expect(text).not.toContain(OLD_COMMAND);
  },

  markdown: (text) => {
    const types = new Set<string | undefined>();
    const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    walk(tree, (node) => {
      types.add(node.type);
      if (node.type === 'html') expect(node.value).toMatch(OWN_HTML);
      if (node.type === 'table') {
        const widths = (node.children ?? []).map((row) => row.children?.length);
        expect(new Set(widths).size).toBe(1);
      }
    });
    expect([...types].filter((type) => !MARKDOWN_NODES.includes(type ?? ''))).toEqual([]);
    expect(text.length * 3).toBeLessThan(1024 * 1024);
  },

  sarif: (text) => {
    const log = JSON.parse(text);
    expect(sarifErrors(log)).toEqual([]);
    const { results, invocations } = log.runs[0];
    for (const { message } of [...results, ...(invocations[0].toolExecutionNotifications ?? [])]) {
      expect(message.text.replace(/\{\{|\}\}/g, '')).not.toMatch(/[{}]/);
      expect(message.text).not.toMatch(/\[[^\]]*\]\(/);
    }
    for (const { locations } of results) {
      const { uri } = locations[0].physicalLocation.artifactLocation;
      expect(new URL(uri, 'file:///root/').href).toMatch(/^file:\/\/\/root\//);
    }
  },

  junit: (text) => {
    const counts = { testcase: 0, failure: 0, error: 0, skipped: 0 };
    let stated: Readonly<Record<string, string>> = {};
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      expect(Object.keys(JUNIT_ATTRIBUTES)).toContain(name);
      expect(Object.keys(attributes)).toEqual(JUNIT_ATTRIBUTES[name]);
      if (name === 'testsuites') stated = attributes;
      if (Object.hasOwn(counts, name)) counts[name as keyof typeof counts] += 1;
    });
    parser.write(text).close();
    expect({ ...stated }).toEqual({
      name: 'assay-otel',
      tests: String(counts.testcase),
      failures: String(counts.failure),
      errors: String(counts.error),
      skipped: String(counts.skipped),
      time: '0',
    });
  },

  github: (text, { diff }) => {
    const lines = text.trimEnd().split('\n');
    const findings = repeatedFindings(toldFindings(diff.findings)).length;
    const notes = [diff.manifests, diff.classifiers, diff.silent_classifiers];
    expect(lines).toHaveLength(1 + findings + notes.filter((note) => note !== undefined).length);
    for (const [at, line] of lines.entries()) {
      const command = readCommand(line);
      expect(['error', 'warning', 'notice']).toContain(command?.name);
      expect([...(command?.properties.keys() ?? [])]).toEqual(
        at === 0 || at > findings ? ['title'] : ['file', 'line', 'title'],
      );
      expect(command?.message).not.toContain('\n');
      if (at > 0 && at <= findings) expect(command?.properties.get('line')).toMatch(/^[1-9]\d*$/);
    }
  },

  html: (text) => {
    const [elements, attributes] = [new Set<string>(), new Set<string>()];
    walk(parse(text) as unknown as Node, ({ nodeName = '', attrs = [] }) => {
      elements.add(nodeName);
      for (const { name } of attrs) attributes.add(name);
    });
    for (const name of ['script', 'img', 'iframe', 'object']) expect(elements).not.toContain(name);
    expect([...attributes].filter((name) => name.startsWith('on'))).toEqual([]);
  },
};

interface Node {
  readonly type?: string;
  readonly value?: string;
  readonly nodeName?: string;
  readonly attrs?: readonly { readonly name: string }[];
  readonly children?: readonly Node[];
  readonly childNodes?: readonly Node[];
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of [...(node.children ?? []), ...(node.childNodes ?? [])]) walk(child, visit);
}

/** What is not indented is a headline of ours. */
const TEXT_LINE =
  /^(?:$| {2}|verdict: (?:pass|fail|inconclusive)|compared and not judged$|\d+ findings?: |no findings; |run(?: |$)|\d+ runs?, |without a run$|and \d+ runs? more|what to do$|matched: |reviewed, |accepted by the baseline: |entries of the baseline |declared and not observed, |declared manifest changed, |classified by other rules |known to loaded classifier files, |levels that are |allowed, no decision observed$|not claimed$)/;

const OWN_HTML = /^<\/?details>\n?(?:<summary>[a-z :,\d]+<\/summary>)?$/;

const MARKDOWN_NODES = [
  'root',
  'heading',
  'paragraph',
  'text',
  'inlineCode',
  'html',
  'list',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
];

const COUNTS = ['tests', 'failures', 'errors', 'skipped', 'time'];

const JUNIT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['name', ...COUNTS],
  testsuite: ['name', ...COUNTS],
  properties: [],
  property: ['name', 'value'],
  testcase: ['classname', 'name', 'time'],
  failure: ['type', 'message'],
  error: ['type', 'message'],
  skipped: ['message'],
  'system-out': [],
};
