// What the two sides of the general ledger add up to: the tally of their records, and what a recount found.
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import { fromRecordItem } from '../../ledger/projections/general-ledger-items.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { PassSummary, SummaryData, VerificationRun } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { readIfSound } from '../records/unreadable.ts';
import { Tally } from '../tally.ts';
import type { BucketGroups, FactSide, SavedTally } from '../tally.ts';
import { formatRecordName, listClaims } from './ledger-records.ts';
import { addSums } from './recount.ts';
import type { RecordSums } from './recount.ts';

/** More than the report lists. */
const FLAWS_MAX = 10_000;

export interface SavedLedgerTally {
  readonly tally: SavedTally;
  readonly tenants: ReadonlySet<string>;
  /** The years that the rows of each tenant have counters for. */
  readonly years: ReadonlyMap<string, ReadonlySet<string>>;
  /** By divided account code. */
  readonly sums: ReadonlyMap<string, RecordSums>;
  readonly flaws: readonly Flaw[];
  /** The number of further flaws, which are not kept. */
  readonly unlisted: number;
}

export class LedgerTally implements PassSummary {
  readonly #audit: VerificationRun;
  readonly #tally: Tally;
  readonly #tenants = new Set<string>();
  readonly #years = new Map<string, Set<string>>();
  readonly #sums = new Map<string, RecordSums>();
  readonly #flaws: Flaw[] = [];
  readonly #flawsMax: number;
  #unlisted = 0;

  constructor(audit: VerificationRun, flawsMax = FLAWS_MAX) {
    this.#audit = audit;
    this.#tally = new Tally(audit.salt);
    this.#flawsMax = flawsMax;
  }

  addTenant(tenant: string): void {
    this.#tenants.add(tenant);
  }

  addYear(tenant: string, year: string): void {
    const known = this.#years.get(tenant) ?? new Set();
    this.#years.set(tenant, known.add(year));
  }

  /** Adds what a part of a divided account code adds up to. */
  addSums(code: string, sums: RecordSums): void {
    this.#sums.set(code, addSums(this.sumsOf(code), sums));
  }

  /** What the parts of a divided account code add up to so far. */
  sumsOf(code: string): RecordSums {
    return this.#sums.get(code) ?? new Map();
  }

  /** Tallies a record, unless it was made after the run started. */
  count(side: FactSide, tenant: string, record: ProjectedRecord): void {
    if (this.#audit.isUnderWay(record.journalEntryId)) return;
    this.#tally.add(side, formatRecordName(tenant, record), JSON.stringify(listClaims(record)));
  }

  addItem(tenant: string, item: Item): void {
    const record = readIfSound(() => fromRecordItem(item).record);
    if (record) this.count('record', tenant, record);
  }

  suspect({ place: { PK, SK }, ...flaw }: Flaw): void {
    if (this.#flaws.length < this.#flawsMax) this.#flaws.push({ ...flaw, place: { PK, SK } });
    else this.#unlisted += 1;
  }

  yearsOf(tenant: string): ReadonlySet<string> {
    return this.#years.get(tenant) ?? new Set();
  }

  uneven(): BucketGroups {
    return this.#tally.uneven();
  }

  save(): SavedLedgerTally {
    const tally = this.#tally.save();
    const [flaws, unlisted] = [this.#flaws, this.#unlisted];
    return { tally, tenants: this.#tenants, years: this.#years, sums: this.#sums, flaws, unlisted };
  }

  add(saved: SummaryData): void {
    const { tally, tenants, years, sums, flaws, unlisted } = saved as SavedLedgerTally;
    this.#tally.merge(tally);
    for (const tenant of tenants) this.addTenant(tenant);
    for (const [tenant, named] of years) for (const year of named) this.addYear(tenant, year);
    for (const [code, counted] of sums) this.addSums(code, counted);
    for (const flaw of flaws) this.suspect(flaw);
    this.#unlisted += unlisted;
  }
}
