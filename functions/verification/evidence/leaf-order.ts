// A receipt is searched by bisection within each range of a minute, so a leaf that is older than the one before it starts a
// range. A record that joins the two hides leaves from their proofs, although it leads to the same ones.
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { readMinute } from '../../domain/sealing/sealed-minutes.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { sealedMinuteFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import { batchGet } from '../../ledger/store/batch-get.ts';
import type { Flaw } from '../difference.ts';
import { readIfSound } from '../records/unreadable.ts';

interface OlderLeaf {
  readonly minute: string;
  readonly index: number;
}

export class LeafOrder {
  #at = '';
  #older: OlderLeaf[] = [];

  /** Takes the next leaf of the log. */
  add(index: number, { at }: ReceiptEntry): void {
    const minute = readMinute(at);
    if (at < this.#at && readMinute(this.#at) === minute) this.#older.push({ minute, index });
    this.#at = at;
  }

  /** The leaves since the last call at which no range starts: one request for a hundred minutes that have any. */
  async listFlaws({ store, tenant }: Pick<EvidenceLog, 'store' | 'tenant'>): Promise<Flaw[]> {
    const older = this.#older;
    this.#older = [];
    const minutes = [...new Set(older.map(({ minute }) => minute))];
    const keys = minutes.map((minute) => evidenceKeys.minute(tenant, minute));
    const items = await batchGet(store, store.ledgerTable, keys);
    // Other checks report a record that is missing or cannot be read.
    const stored = items.flatMap(
      (item) => readIfSound(() => sealedMinuteFields.fromItem(item)) ?? [],
    );
    const byMinute = new Map(stored.map((one) => [one.minute, one]));
    return older.flatMap(({ minute, index }) => {
      const isJoined = byMinute
        .get(minute)
        ?.ranges.some(([start, end]) => start < index && index < end);
      if (isJoined !== true) return [];
      return [
        {
          tenant,
          kind: RECORD_KINDS.LGM.noun,
          id: minute,
          field: 'ranges',
          stored: `leaf ${index} within a range`,
          derived: `a range from leaf ${index} on, which is older than the one before`,
          place: evidenceKeys.minute(tenant, minute),
        },
      ];
    });
  }
}
