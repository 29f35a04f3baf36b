// Receipts of versions before the evidence log came into it later, and their leaves say when. What they prove,
// they prove since then.
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';

/** The operation of the receipt that ends the adoption. */
const ADOPTION_OPERATION = 'adoptReceipts';

interface AdoptedLeaf {
  readonly leaf: number;
  readonly receiptId: string;
  readonly adoptedAt: string;
}

export class AdoptionCheck {
  #count = 0;
  #first: string | undefined;
  /** The leaf that was adopted last. */
  #last: AdoptedLeaf | undefined;
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
      this.#last = { leaf, receiptId, adoptedAt };
    }
  }

  /** Reports after the last leaf what was adopted, and whether after the end that the log states. */
  conclude(findings: EvidenceFindings): void {
    if (!this.#last) return;
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
}
