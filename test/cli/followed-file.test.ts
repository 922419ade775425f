import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { followedFile } from '../../src/cli/followed-file.ts';
import { InputError } from '../../src/cli/input-error.ts';
import { folderWith } from './run-cli.ts';

/** What comes of a followed file, to be waited for: content after content, separated by `|`. */
function following(path: string) {
  const stop = new AbortController();
  let come = '';
  let missing = 0;
  let wake = (): void => {};
  const ended = (async () => {
    for await (const content of followedFile(path, stop.signal, () => {
      missing += 1;
      wake();
    })) {
      come += '|';
      for await (const piece of content) {
        come += Buffer.from(piece).toString();
        wake();
      }
    }
  })();
  const until = async (isReached: () => boolean) => {
    while (!isReached()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    ended,
    stop: () => stop.abort(),
    comes: (text: string) => until(() => come === text),
    isMissed: () => until(() => missing === 1),
    missing: () => missing,
  };
}

describe('a followed file', () => {
  it('gives what it holds and what is added, in any pieces', async () => {
    const path = join(folderWith({ 'traces.jsonl': 'a\nhal' }), 'traces.jsonl');
    const file = following(path);
    await file.comes('|a\nhal');
    appendFileSync(path, 'f\n');
    await file.comes('|a\nhalf\n');
    appendFileSync(path, 'b\n');
    await file.comes('|a\nhalf\nb\n');
    file.stop();
    await file.ended;
  });

  it('is followed by the file that takes its place, once it has been read to its end', async () => {
    const folder = folderWith({ 'traces.jsonl': 'a\n' });
    const path = join(folder, 'traces.jsonl');
    const file = following(path);
    await file.comes('|a\n');
    appendFileSync(path, 'b\n');
    renameSync(path, join(folder, 'traces-2026-11-30T09-00-00.123.jsonl'));
    writeFileSync(path, 'c\n');
    await file.comes('|a\nb\n|c\n');
    file.stop();
    await file.ended;
  });

  it('is read on under its new name while nothing has its old one', async () => {
    const folder = folderWith({ 'traces.jsonl': 'a\n' });
    const [path, aside] = [join(folder, 'traces.jsonl'), join(folder, 'aside')];
    const file = following(path);
    await file.comes('|a\n');
    renameSync(path, aside);
    appendFileSync(aside, 'b\n');
    await file.comes('|a\nb\n');
    writeFileSync(path, 'c\n');
    await file.comes('|a\nb\n|c\n');
    file.stop();
    await file.ended;
  });

  it.each([
    ['and is shorter', 'b\n'],
    [
      'and is as long, and longer, before anybody looks',
      'another line, which is longer than the one before\n',
    ],
  ])('is read from its begin where it is truncated %s', async (_title, text) => {
    const path = join(folderWith({ 'traces.jsonl': 'a long line\n' }), 'traces.jsonl');
    const file = following(path);
    await file.comes('|a long line\n');
    truncateSync(path);
    appendFileSync(path, text);
    await file.comes(`|a long line\n|${text}`);
    file.stop();
    await file.ended;
  });

  it('is read whole where it is longer than what is read at once', async () => {
    const text = Array.from({ length: 30_000 }, (_, line) => `line ${line}\n`).join('');
    const path = join(folderWith({ 'traces.jsonl': text }), 'traces.jsonl');
    const file = following(path);
    await file.comes(`|${text}`);
    appendFileSync(path, text);
    await file.comes(`|${text}${text}`);
    file.stop();
    await file.ended;
  });

  it('is given once where its reader gives up on it, and then what takes its place', async () => {
    const folder = folderWith({ 'traces.jsonl': 'bad', next: 'good' });
    const path = join(folder, 'traces.jsonl');
    const stop = new AbortController();
    const contents: string[] = [];
    for await (const content of followedFile(path, stop.signal, () => {})) {
      for await (const piece of content) {
        contents.push(Buffer.from(piece).toString());
        break;
      }
      if (contents.length === 1) {
        appendFileSync(path, ' and more');
        // Not at once: it must not be asked for anew before.
        setTimeout(() => renameSync(join(folder, 'next'), path), 600);
      }
      if (contents.at(-1) === 'good') stop.abort();
    }
    expect(contents).toEqual(['bad', 'good']);
  });

  it('is waited for where it is not there, which is told once', async () => {
    const path = join(folderWith(), 'traces.jsonl');
    const file = following(path);
    await file.isMissed();
    writeFileSync(path, 'a\n');
    await file.comes('|a\n');
    rmSync(path);
    writeFileSync(path, 'b\n');
    await file.comes('|a\n|b\n');
    file.stop();
    await file.ended;
    expect(file.missing()).toBe(1);
  });

  it('is refused where it cannot be read', async () => {
    const path = join(folderWith(), 'traces.jsonl');
    mkdirSync(path);
    await expect(following(path).ended).rejects.toThrow(InputError);
  });
});
