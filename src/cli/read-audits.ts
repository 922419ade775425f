import { constants } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { readAuditRecord } from '../schema/audit-record.ts';
import type { AuditInput } from '../verify/audit-record.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';

/**
 * The audit records of files: JSON, one per line or in arrays. What cannot be read counts as malformed and is judged; only a path
 * that leads to no file is refused on the printer, and then there are none.
 */
export async function readAudits(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<readonly AuditInput[] | undefined> {
  const audits: AuditInput[] = [];
  let areFiles = true;
  for (const path of paths) {
    const entry = path === '-' ? undefined : await stat(path).catch(() => undefined);
    if (path !== '-' && (entry === undefined || entry.isDirectory())) {
      areFiles = false;
      const found =
        entry === undefined ? 'nothing there; check the path' : 'a directory; name the files in it';
      printer.refuse({ file: path }, `Expected a file of audit records, got ${found}`);
      continue;
    }
    const file = shownName(path);
    const documents = readDocuments(path, io, printer, {
      maxLength: constants.MAX_STRING_LENGTH,
      onRefused: ({ line, message }) => {
        const source = line === undefined ? file : `${file}:${line}`;
        audits.push({ source, reading: { problems: [{ path: '', message }] } });
      },
    });
    for await (const { line, value } of documents) {
      if (!Array.isArray(value)) {
        audits.push({ source: `${file}:${line}`, reading: readAuditRecord(value) });
        continue;
      }
      value.forEach((entry: unknown, at) => {
        audits.push({ source: `${file}:${line}[${at}]`, reading: readAuditRecord(entry) });
      });
    }
  }
  return areFiles ? audits : undefined;
}
