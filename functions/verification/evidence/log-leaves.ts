// The leaves of a tenant's log, as its published entries state them.
import { hash } from 'node:crypto';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { JOURNAL_ENTRY_RECORD, parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import { MissingTileError, readEntries } from '../../evidence/read-tiles.ts';
import { logHeadFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { getItem } from '../../ledger/store/batch-get.ts';
import type { Store } from '../../ledger/store/store.ts';
import { readIfSound } from '../records/unreadable.ts';

export interface LogLeaf {
  readonly index: number;
  readonly entry: ReceiptEntry;
}

/** The published leaves in their order. They end where one cannot be read, which `evidence-logs` reports. */
export async function* readLeaves(
  log: { readonly bucket: ObjectLockBucket; readonly tenant: string },
  size: number,
): AsyncGenerator<LogLeaf> {
  try {
    for await (const { index, entry } of readEntries(log, { start: 0, end: size, size })) {
      yield { index, entry: parseReceiptEntry(entry) };
    }
  } catch (error) {
    if (!isUnreadableLog(error)) throw error;
  }
}

/** The state of a log as it is now; undefined if there is none that can be read. */
export async function readSoundHead(store: Store, tenant: string): Promise<LogHead | undefined> {
  const item = await getItem({ store }, evidenceKeys.head(tenant));
  return item && readIfSound(() => logHeadFields.fromItem(item));
}

/** Whether the error says that objects of a log are missing or damaged. */
export function isUnreadableLog(error: unknown): error is Error {
  return error instanceof MissingTileError || error instanceof RangeError;
}

/**
 * What an entry states of a receipt without the journal entries, whose digests `evidence-logs` compares. Where
 * the entry holds no events because they were too many, their digest covers those of journal entries too.
 */
export function toReceiptClaims(entry: ReceiptEntry): Record<string, string> {
  const { records, records_sha256: _all, ...members } = entry;
  const events = records.map(({ type, id, sha256 }) => {
    return type === JOURNAL_ENTRY_RECORD ? { type, id } : { type, id, sha256 };
  });
  const texts = Object.entries(members).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), records: hash('sha256', JSON.stringify(events)) };
}
