import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declared, GITHUB } from '../gate/declared.ts';
import { callSpan, line } from './call-spans.ts';
import { declaredText, judge } from './judged-files.ts';
import { folderWith } from './run-cli.ts';
import { framed, protobufOf } from './telemetry-bytes.ts';

const DECLARED = declaredText(declared([{ ...GITHUB, allowed_targets: [{ owner: 'org' }] }]));
const ONE = line([callSpan()]);
const OTHER = line([callSpan({ traceId: '1af7651916cd43dd8448eb211c80319c' })]);

it('assay-otel gate --spans judges a directory and protobuf as the lines that say the same', async () => {
  const folder = folderWith({ 'd.json': DECLARED, 'all.jsonl': ONE + OTHER });
  const gate = (path: string) =>
    judge(['gate', '--declared', join(folder, 'd.json'), '--spans', path, '--format', 'json']);
  const judged = await gate(join(folder, 'all.jsonl'));
  expect(JSON.parse(judged.stdout).runs).toHaveLength(2);
  const rotated = {
    't.pb': framed(protobufOf(ONE)),
    't-2026-11-30T09-00-00.000.pb': framed(protobufOf(OTHER)),
  };
  expect(await gate(folderWith(rotated))).toEqual(judged);
});
