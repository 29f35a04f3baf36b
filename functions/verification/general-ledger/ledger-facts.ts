// The records of uneven buckets, as the journal and the general ledger have them.
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import type { PassSummary, SummaryData, VerificationRun } from '../check.ts';
import { findBucket } from '../tally.ts';
import type { FactSide } from '../tally.ts';
import { formatRecordName } from './ledger-records.ts';

export interface RecordFact {
  readonly tenant: string;
  readonly record?: ProjectedRecord;
  readonly witness?: ProjectedRecord;
}

/** By the name of the record. */
export type SavedLedgerFacts = ReadonlyMap<string, RecordFact>;

export class LedgerFacts implements PassSummary {
  readonly #audit: VerificationRun;
  readonly #buckets: ReadonlySet<number>;
  readonly #facts = new Map<string, RecordFact>();

  constructor(audit: VerificationRun, buckets: ReadonlySet<number> = new Set()) {
    this.#audit = audit;
    this.#buckets = buckets;
  }

  /** Keeps a record, unless its bucket is even or it was made after the run started. */
  put(side: FactSide, tenant: string, record: ProjectedRecord): void {
    const name = formatRecordName(tenant, record);
    if (!this.#buckets.has(findBucket(name))) return;
    if (this.#audit.isUnderWay(record.journalEntryId)) return;
    this.#facts.set(name, { tenant, ...this.#facts.get(name), [side]: record });
  }

  save(): SavedLedgerFacts {
    return this.#facts;
  }

  add(saved: SummaryData): void {
    for (const [name, fact] of saved as SavedLedgerFacts) {
      this.#facts.set(name, { ...this.#facts.get(name), ...fact });
    }
  }
}
