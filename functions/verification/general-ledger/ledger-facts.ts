// The records of one name, as the journal and the general ledger have them. A line that is stored twice has
// two records of one name, so every record is kept until an equal one of the other side cancels it.
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';

export interface RecordFact {
  readonly tenant: string;
  readonly record?: ProjectedRecord;
  readonly witness?: ProjectedRecord;
}

export class LedgerFacts {
  readonly #names = new Map<string, NamedRecords>();

  put(side: 'record' | 'witness', tenant: string, name: string, record: ProjectedRecord): void {
    const named = this.#names.get(name) ?? { tenant, record: [], witness: [] };
    this.#names.set(name, named);
    named[side].push(record);
  }

  /** What is left when equal records of both sides are taken away, as pairs while both sides have one. */
  listFacts(formatClaims: (record: ProjectedRecord) => string): RecordFact[] {
    return [...this.#names.values()].flatMap((named) => pairRest(named, formatClaims));
  }
}

interface NamedRecords {
  readonly tenant: string;
  readonly record: ProjectedRecord[];
  readonly witness: ProjectedRecord[];
}

function pairRest(
  { tenant, record: records, witness: witnesses }: NamedRecords,
  formatClaims: (record: ProjectedRecord) => string,
): RecordFact[] {
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
