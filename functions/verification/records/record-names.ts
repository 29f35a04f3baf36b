// What reports call records.
import type { Item } from '../../ledger/store/item.ts';
import type { StoredRecord } from '../check.ts';
import { findRecordForm, isLedgerKind } from './record-forms.ts';
import { readIfSound } from './unreadable.ts';

/** The identifier of the record, or its sort key where that cannot be read. */
export function readRecordId({ kind, item }: StoredRecord): string {
  if (!isLedgerKind(kind)) return kind === 'RCP' ? readIdempotencyKey(item) : item.SK;
  return readIfSound(() => findRecordForm(kind, item).id?.(item)) ?? item.SK;
}

/** The client's Idempotency-Key, which identifies a receipt. */
export function readIdempotencyKey({ PK }: Item): string {
  return PK.split('#').slice(3).join('#');
}
