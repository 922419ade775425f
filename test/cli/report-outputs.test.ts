import { describe, expect, it } from 'vitest';
import { type OutputWord, reportOutputs } from '../../src/cli/report-outputs.ts';

/** `format:json out:a.md`. */
function words(text: string): OutputWord[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [option, value = ''] = word.split(':');
      return { option: option === 'out' ? 'out' : 'format', value };
    });
}

function told(text: string): string {
  const asked = reportOutputs(words(text));
  if ('problem' in asked) return asked.problem;
  return asked.outputs.map(({ reporter, file }) => `${reporter.format}>${file ?? 'stdout'}`).join(' ');
}

describe('where reports go', () => {
  it.each([
    ['', 'text>stdout'],
    ['format:json', 'json>stdout'],
    ['out:a.md', 'markdown>a.md text>stdout'],
    ['out:a.sarif out:b.html out:c.xml', 'sarif>a.sarif html>b.html junit>c.xml text>stdout'],
    ['out:a.json out:a.txt', 'json>a.json text>a.txt text>stdout'],
    ['out:a.sarif.json', 'sarif>a.sarif.json text>stdout'],
    ['out:REPORT.HTML', 'html>REPORT.HTML text>stdout'],
    ['format:json out:a.txt', 'json>a.txt text>stdout'],
    ['format:json out:a.json out:b.md', 'json>a.json markdown>b.md text>stdout'],
    ['out:a.md format:github', 'markdown>a.md github>stdout'],
    ['format:github format:sarif out:x', 'sarif>x github>stdout'],
    ['format:sarif out:x format:json out:y', 'sarif>x json>y text>stdout'],
    ['format:text', 'text>stdout'],
    ['format:json out:a format:json', 'json>a json>stdout'],
  ])('%s', (asked, outputs) => {
    expect(told(asked)).toBe(outputs);
  });

  it.each([
    [
      'format:pdf',
      'Expected `--format` to be text, json, markdown, sarif, junit, github or html, got another word',
    ],
    ['format:json format:sarif', 'Expected at most one `--format` without a file'],
    ['format:json out:a.md format:text format:sarif', 'Expected at most one `--format` without a file'],
    ['out:report', 'Expected the file of `--out` to end with .txt, .json, .md, .sarif, .xml or .html'],
    ['out:report.pdf', 'for example --format sarif --out report'],
    ['out:-', 'a `--format` without a file goes to stdout'],
    ['out:', 'Expected `--out` to be a file, got none'],
    ['out:a.md out:a.md', 'got one twice'],
  ])('%s is wrong, and is told how to mend it', (asked, problem) => {
    expect(told(asked)).toContain(problem);
  });

  it('is noted where a file gets another format than its name says', () => {
    const notes = (text: string) => {
      const asked = reportOutputs(words(text));
      return 'notes' in asked ? asked.notes : [];
    };
    expect(notes('format:github out:gate.sarif')).toEqual([
      'gate.sarif gets github, as the `--format` just before it says, not sarif',
    ]);
    for (const fine of [
      'format:json out:a.json',
      'format:github out:a.txt',
      'format:sarif out:a',
      'out:a.md',
    ]) {
      expect(notes(fine)).toEqual([]);
    }
  });
});
