// The leaves of receipts that were adopted before. After a restore to a time before the adoption, the receipts no longer
// have what it gave them, and the log still states it: with other values they would contradict their leaves for good.
import { countPublished } from '../../functions/domain/sealing/log-head.ts';
import { refuseRestoredState } from '../../functions/evidence/claim-batch.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { findLeaf } from '../../functions/evidence/published/find-leaf.ts';
import type { ReadableLog } from '../../functions/evidence/published/published-log.ts';
import { parseReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import type { AdoptionMark } from '../../functions/ledger/adoption/receipt-adoption.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { readText } from '../../functions/ledger/store/attributes.ts';
import type { Item } from '../../functions/ledger/store/item.ts';

export class AdoptedLeaves {
  readonly #log: ReadableLog | undefined;

  private constructor(log: ReadableLog | undefined) {
    this.#log = log;
  }

  /** Throws a RestoredLogError while the state of the log is from before its newest checkpoint. */
  static async open(log: EvidenceLog): Promise<AdoptedLeaves> {
    const head = await readLogHead(log.store, log.tenant);
    await refuseRestoredState(log, head);
    const size = head ? countPublished(head) : 0;
    return new AdoptedLeaves(head && size > 0 ? { ...log, ...head, size } : undefined);
  }

  /** What an earlier adoption has given the receipt: one request, and more if its minute has leaves. */
  async findMark(receipt: Item): Promise<AdoptionMark | undefined> {
    if (!this.#log) return undefined;
    const at = readText(receipt, 'at');
    const id = computeReceiptId(receipt);
    const leaf = await findLeaf(this.#log, {
      from: at,
      to: at,
      isSought: (entry) => entry.receipt_id === id && entry.adopted_at !== undefined,
    });
    if (!leaf) return undefined;
    const { salt, adopted_at: adoptedAt = '' } = parseReceiptEntry(leaf.entry);
    return { salt: Buffer.from(salt, 'hex'), adoptedAt };
  }
}
