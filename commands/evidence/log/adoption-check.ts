// Receipts of versions before the evidence log came into it later, and their leaves say when. What they prove,
// they prove since then.
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';

/** The operation of the receipt that ends the adoption. */
const ADOPTION_OPERATION = 'adoptReceipts';

const HOUR_MS = 3_600_000;

interface AdoptedLeaf {
  readonly leaf: number;
  readonly receiptId: string;
  readonly at: string;
  readonly adoptedAt: string;
}

/** Up to when a receipt can be from before the log. */
export interface AdoptionLimit {
  /** The time of the oldest receipt that was not adopted, in milliseconds; Infinity without any. */
  readonly oldestMs: number;
  /** How long versions without the log may have written beside one that has it. */
  readonly lateHours: number;
}

export class AdoptionCheck {
  #count = 0;
  #first: string | undefined;
  /** The leaf that was adopted last. */
  #last: AdoptedLeaf | undefined;
  /** The adopted leaf whose receipt has the latest time. */
  #newest: AdoptedLeaf | undefined;
  #endedAt: string | undefined;

  add(
    leaf: number,
    { receipt_id: receiptId, operation, at, adopted_at: adoptedAt }: ReceiptEntry,
  ): void {
    if (operation === ADOPTION_OPERATION) this.#endedAt ??= at;
    if (adoptedAt === undefined) return;
    this.#count += 1;
    if (this.#first === undefined || adoptedAt < this.#first) this.#first = adoptedAt;
    if (this.#last === undefined || adoptedAt > this.#last.adoptedAt) {
      this.#last = { leaf, receiptId, at, adoptedAt };
    }
    if (this.#newest === undefined || at > this.#newest.at) {
      this.#newest = { leaf, receiptId, at, adoptedAt };
    }
  }

  get hasAdopted(): boolean {
    return this.#count > 0;
  }

  /**
   * Reports after the last leaf what was adopted, whether after the end that the log states, and whether from a time
   * when the log had receipts of its own.
   */
  conclude(findings: EvidenceFindings, limit: AdoptionLimit): void {
    if (!this.#last) return;
    this.#compareWithLimit(findings, limit);
    const { leaf, receiptId, adoptedAt } = this.#last;
    if (this.#endedAt !== undefined && adoptedAt > this.#endedAt) {
      findings.differ(
        'time',
        `Leaf ${leaf} (receipt ${receiptId}) was adopted at ${adoptedAt} as one of an earlier version, but their adoption ended at ${this.#endedAt}.`,
        { leaf, receipt_id: receiptId },
      );
    }
    const leaves = this.#count === 1 ? 'One leaf is' : `${this.#count} leaves are`;
    findings.remark(
      'time',
      `${leaves} of receipts from before the log, adopted from ${this.#first} to ${adoptedAt}: they have stood so since then, which says nothing of the time before.`,
      { leaves: this.#count },
    );
  }

  #compareWithLimit(findings: EvidenceFindings, { oldestMs, lateHours }: AdoptionLimit): void {
    if (!this.#newest) return;
    const { leaf, receiptId, at, adoptedAt } = this.#newest;
    if (Date.parse(at) <= oldestMs + lateHours * HOUR_MS) return;
    const oldest = new Date(oldestMs).toISOString();
    findings.differ(
      'time',
      `Leaf ${leaf} (receipt ${receiptId}) says ${at}, and was adopted at ${adoptedAt} as one from before the log, but the log has receipts of its own since ${oldest}: it was dated back, or an earlier version wrote it more than ${lateHours} hours later.`,
      { leaf, receipt_id: receiptId, at },
    );
  }
}
