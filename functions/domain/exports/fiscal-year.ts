// Exports of a fiscal year: they take the entries whose accounting date lies in it, whenever they were
// posted, and bring forward the balances from before. Workers read the journal in slices; what a
// slice leaves for the assembly is bounded by the number of account codes.
import type { JournalEntry } from '../journal/journal.ts';
import type { LedgerLine } from '../journal/entry-draft.ts';
import { toMinorUnits } from '../values/money.ts';
import type { ExportScope } from './export-scope.ts';

/** What keeps an export from being written, for one reason. */
export interface ExportObstacle {
  readonly reason: string;
  /** Entries or account codes, in the order of the journal. */
  readonly names: readonly string[];
  /** Whether there are more than the names. */
  readonly hasMore: boolean;
}

/** The entry that brings forward balances: its lines, and its rows in the file. */
export interface OpeningEntry {
  readonly ledgerLines: readonly LedgerLine[];
  readonly rows: readonly string[];
}

/** Debits minus credits of each account code, in minor units. */
export type AccountBalances = ReadonlyMap<string, bigint>;

/** The rules of a format whose period is a fiscal year. */
export interface FiscalYearRules {
  /** Reports why an entry cannot be stated; undefined for one that can. */
  readonly findEntryFault: (entry: JournalEntry) => NamedFault | undefined;
  /** Reports why an account code cannot be stated; undefined for one that can. */
  readonly findAccountFault: (accountCode: string, scope: ExportScope) => NamedFault | undefined;
  /** Builds the entry that brings the balances forward; undefined when there are none. */
  readonly buildOpening: (
    balances: AccountBalances,
    scope: ExportScope,
  ) => OpeningEntry | undefined;
}

export interface NamedFault {
  readonly reason: string;
  readonly name: string;
}

/** What a reader of a slice found, as JSON. */
export interface FiscalYearFindings {
  /** The number of entries read, those outside of the year included; absent before it was counted. */
  readonly entries?: number;
  /** Debits minus credits before the year by account code, in minor units. */
  readonly balances: Readonly<Record<string, string>>;
  readonly obstacles: readonly ExportObstacle[];
}

/** The names of one reason that an operator reads; more would not help. */
const NAMES_MAX = 20;

/** Returns the day to whose fiscal year an entry belongs: its value date, not the day of posting. */
export function readAccountingDate({ effectiveDate }: JournalEntry): string {
  return effectiveDate;
}

/** Collects obstacles, each name once. */
export class ObstacleList {
  readonly #names = new Map<string, Set<string>>();
  readonly #long = new Set<string>();

  add({ reason, name }: NamedFault): void {
    const names = this.#names.get(reason) ?? new Set();
    this.#names.set(reason, names);
    if (names.size < NAMES_MAX) names.add(name);
    else if (!names.has(name)) this.#long.add(reason);
  }

  addAll(obstacles: readonly ExportObstacle[]): void {
    for (const { reason, names, hasMore } of obstacles) {
      for (const name of names) this.add({ reason, name });
      if (hasMore) this.#long.add(reason);
    }
  }

  get now(): ExportObstacle[] {
    return [...this.#names].map(([reason, names]) => {
      return { reason, names: [...names], hasMore: this.#long.has(reason) };
    });
  }
}

/** Divides the journal into the entries of the year and the balances from before it. */
export class FiscalYearReader {
  readonly #rules: FiscalYearRules;
  readonly #scope: ExportScope;
  readonly #balances = new Map<string, bigint>();
  readonly #obstacles = new ObstacleList();
  #entries = 0;

  constructor(rules: FiscalYearRules, scope: ExportScope) {
    this.#rules = rules;
    this.#scope = scope;
  }

  /** Reads the next entry; returns whether it is among the entries of the year. */
  read(entry: JournalEntry): boolean {
    this.#entries += 1;
    const day = readAccountingDate(entry);
    if (day > this.#scope.periodTo) return false;
    const fault = this.#rules.findEntryFault(entry);
    if (fault) this.#obstacles.add(fault);
    const isInYear = day >= this.#scope.periodFrom;
    // Closing entries end a year; the balances that the next one brings forward contain them.
    if (isInYear && entry.generalLedgerRequestId !== undefined) return false;
    for (const line of entry.ledgerLines) {
      if (isInYear) this.#checkCode(line.accountCode);
      else addLine(this.#balances, line);
    }
    return isInYear;
  }

  get findings(): FiscalYearFindings & { readonly entries: number } {
    return {
      entries: this.#entries,
      balances: Object.fromEntries([...this.#balances].map(([code, sum]) => [code, String(sum)])),
      obstacles: this.#obstacles.now,
    };
  }

  #checkCode(accountCode: string): void {
    const fault = this.#rules.findAccountFault(accountCode, this.#scope);
    if (fault) this.#obstacles.add(fault);
  }
}

function addLine(balances: Map<string, bigint>, { accountCode, side, amount }: LedgerLine): void {
  const minor = toMinorUnits(amount);
  const sum = balances.get(accountCode) ?? 0n;
  balances.set(accountCode, side === 'DEBIT' ? sum + minor : sum - minor);
}

export interface FiscalYearOpening {
  readonly opening: OpeningEntry | undefined;
  readonly obstacles: readonly ExportObstacle[];
}

/** Adds up what the slices left, in their order. */
export function openFiscalYear(
  findings: readonly FiscalYearFindings[],
  rules: FiscalYearRules,
  scope: ExportScope,
): FiscalYearOpening {
  const sums = new Map<string, bigint>();
  const obstacles = new ObstacleList();
  for (const found of findings) {
    obstacles.addAll(found.obstacles);
    for (const [code, minor] of Object.entries(found.balances)) {
      sums.set(code, (sums.get(code) ?? 0n) + BigInt(minor));
    }
  }
  const balances = new Map(
    [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const code of balances.keys()) {
    const fault = rules.findAccountFault(code, scope);
    if (fault) obstacles.add(fault);
  }
  const { now } = obstacles;
  return {
    opening: now.length === 0 ? rules.buildOpening(balances, scope) : undefined,
    obstacles: now,
  };
}

/** Formats the obstacles as sentences for the operator. */
export function formatObstacles(obstacles: readonly ExportObstacle[]): string {
  return obstacles
    .map(({ reason, names, hasMore }) => {
      const listed = names.join(', ');
      return `${reason} ${listed}${hasMore ? ' and others' : ''}.`;
    })
    .join(' ');
}
