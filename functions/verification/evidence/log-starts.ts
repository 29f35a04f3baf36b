// Since when the receipts of each tenant are those of a log, and the newest receipt as from before it. Versions without
// the log have written beside one that has it for the hours of a deployment, and not later (ADR 107).
import { isEarlierReceipt } from '../../ledger/adoption/receipt-adoption.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { Key } from '../../ledger/store/keys.ts';
import type { PassSummary } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { readIdempotencyKey } from '../records/record-names.ts';

/** As long as the offline check allows by default, so that both find the same. */
const OVERLAP_MS = 48 * 60 * 60_000;

interface EarlierReceipt {
  readonly at: string;
  readonly id: string;
  readonly place: Key;
}

interface LogStart {
  /** The oldest time of a receipt that was not adopted; absent without any. */
  readonly oldest?: string;
  /** The receipt of an earlier version, adopted or not, with the latest time; absent without any. */
  readonly newest?: EarlierReceipt;
}

type SavedStarts = ReadonlyMap<string, LogStart>;

/** Whether the receipt is of a version without the log, or says so. */
export function isFromBefore(item: Item): boolean {
  return isEarlierReceipt(item) || item['adopted_at'] !== undefined;
}

export class LogStarts implements PassSummary {
  readonly #starts = new Map<string, LogStart>();

  visit(tenant: string, item: Item): void {
    const { at } = item;
    // What is no time is reported by other checks.
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return;
    this.#merge(tenant, isFromBefore(item) ? { newest: toNewest(item, at) } : { oldest: at });
  }

  #merge(tenant: string, { oldest, newest }: LogStart): void {
    const known = this.#starts.get(tenant) ?? {};
    const isOlder = oldest !== undefined && (known.oldest === undefined || oldest < known.oldest);
    const isNewer = newest && (known.newest === undefined || newest.at > known.newest.at);
    if (!isOlder && !isNewer) return;
    const merged = { ...known, ...(isOlder && { oldest }), ...(isNewer && { newest }) };
    this.#starts.set(tenant, merged);
  }

  save(): SavedStarts {
    return this.#starts;
  }

  add(saved: unknown): void {
    for (const [tenant, start] of saved as SavedStarts) this.#merge(tenant, start);
  }

  /** A flaw for each tenant with a receipt as from before its log that is too late for that. More receipts add to them. */
  listFlaws(): Flaw[] {
    return [...this.#starts].flatMap(([tenant, { oldest, newest }]) => {
      if (oldest === undefined || newest === undefined) return [];
      const end = new Date(Date.parse(oldest) + OVERLAP_MS).toISOString();
      if (newest.at <= end) return [];
      const { at, id, place } = newest;
      const derived = `a time up to ${end}: the log has receipts of its own since ${oldest}`;
      const kind = RECORD_KINDS.RCP.noun;
      return [{ tenant, kind, id, place, field: 'at', stored: at, derived }];
    });
  }
}

function toNewest(item: Item, at: string): EarlierReceipt {
  const { PK, SK } = item;
  return { at, id: readIdempotencyKey(item), place: { PK, SK } };
}
