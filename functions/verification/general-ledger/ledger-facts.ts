// The records of uneven buckets, as the journal and the general ledger have them. A line that is stored twice has
// two records of one name, so every record is kept until an equal one of the other side cancels it.
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import type { PassSummary, SummaryData, VerificationRun } from '../check.ts';
import { findBucket } from '../tally.ts';
import type { FactSide } from '../tally.ts';
import { formatRecordName, listClaims } from './ledger-records.ts';

export interface RecordFact {
  readonly tenant: string;
  readonly record?: ProjectedRecord;
  readonly witness?: ProjectedRecord;
}

interface NamedRecords {
  readonly tenant: string;
  readonly record: ProjectedRecord[];
  readonly witness: ProjectedRecord[];
}

/** By the name of the records. */
export type SavedLedgerFacts = ReadonlyMap<string, NamedRecords>;

export class LedgerFacts implements PassSummary {
  readonly #audit: VerificationRun;
  readonly #buckets: ReadonlySet<number>;
  readonly #names = new Map<string, NamedRecords>();

  constructor(audit: VerificationRun, buckets: ReadonlySet<number> = new Set()) {
    this.#audit = audit;
    this.#buckets = buckets;
  }

  /** Keeps a record, unless its bucket is even or it was made after the run started. */
  put(side: FactSide, tenant: string, record: ProjectedRecord): void {
    const name = formatRecordName(tenant, record);
    if (!this.#buckets.has(findBucket(name))) return;
    if (this.#audit.isUnderWay(record.journalEntryId)) return;
    this.#named(name, tenant)[side].push(record);
  }

  #named(name: string, tenant: string): NamedRecords {
    const named = this.#names.get(name) ?? { tenant, record: [], witness: [] };
    this.#names.set(name, named);
    return named;
  }

  /** What is left when equal records of both sides are taken away, as pairs while both sides have one. */
  listFacts(): RecordFact[] {
    return [...this.#names.values()].flatMap(pairRest);
  }

  save(): SavedLedgerFacts {
    return this.#names;
  }

  add(saved: SummaryData): void {
    for (const [name, { tenant, record, witness }] of saved as SavedLedgerFacts) {
      const named = this.#named(name, tenant);
      named.record.push(...record);
      named.witness.push(...witness);
    }
  }
}

function pairRest({ tenant, record: records, witness: witnesses }: NamedRecords): RecordFact[] {
  const unmatched = [...witnesses];
  const rest = records.filter((record) => {
    const claims = formatClaims(record);
    const index = unmatched.findIndex((witness) => formatClaims(witness) === claims);
    if (index !== -1) unmatched.splice(index, 1);
    return index === -1;
  });
  return Array.from({ length: Math.max(rest.length, unmatched.length) }, (_, index) => {
    const [record, witness] = [rest[index], unmatched[index]];
    return { tenant, ...(record && { record }), ...(witness && { witness }) };
  });
}

function formatClaims(record: ProjectedRecord): string {
  return JSON.stringify(listClaims(record));
}
