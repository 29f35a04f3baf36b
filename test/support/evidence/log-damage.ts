// Damage that someone with write access does to the log of an auditor's copy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCanonicalJson } from '../../../functions/domain/values/canonical-json.ts';
import {
  decodeEntryBundle,
  encodeEntryBundle,
} from '../../../functions/domain/evidence/entry-bundles.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { AuditorFolder } from './auditor-folder.ts';
import { rewriteTiles, writeLog } from './log-writer.ts';
import { buildJournal, recordEntry } from './recorded-journal.ts';

export function changeFile(
  { path }: AuditorFolder,
  name: string,
  change: (bytes: Buffer) => Buffer | string,
): void {
  writeFileSync(join(path, name), change(readFileSync(join(path, name))));
}

export function flipByte(at: number): (bytes: Buffer) => Buffer {
  return (bytes) => Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1));
}

export function changeEntry(entry: Buffer, members: Partial<ReceiptEntry>): Buffer {
  return Buffer.from(formatCanonicalJson({ ...parseReceiptEntry(entry), ...members }));
}

/** Changes the first entries where only they are: the hash tiles stay. */
export function changeBundle(folder: AuditorFolder, change: (entries: Buffer[]) => Buffer[]): void {
  changeFile(folder, 'log/tile/entries/000', (bytes) =>
    encodeEntryBundle(change(decodeEntryBundle(bytes))),
  );
}

/** Writes all tiles again for other entries; the signed checkpoints cannot be. */
export function forge(
  { path, entries }: AuditorFolder,
  change: (entries: Buffer[]) => Buffer[],
): void {
  rewriteTiles(join(path, 'log'), change([...entries]));
}

/** Has the log itself record something, as when the tables were changed before a seal. */
export function recordMore(folder: AuditorFolder, more: readonly Buffer[]): void {
  const entries = [...folder.entries, ...more];
  const sizes = [...folder.stages.map(({ size }) => size), entries.length];
  writeLog(join(folder.path, 'log'), entries, { sizes, signer: folder.signer });
}

/** The entries of other receipts, one an hour. */
export function recordOthers(tenant: string, count: number): Buffer[] {
  const from = '2027-01-20T12:30:00.000Z';
  return buildJournal({ tenant, count, from, stepSeconds: 3_600 }).map(recordEntry);
}
