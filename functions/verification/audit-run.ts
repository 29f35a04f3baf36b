// What one run knows: what is checked, what was found, and when it must end.
import { setTimeout as sleep } from 'node:timers/promises';
import { readIdTime } from '../ledger/store/ids.ts';
import type { Store } from '../ledger/store/store.ts';
import type { VerificationRun, RecordInspection, StoredRecord, RecordVisitor } from './check.ts';
import { DifferenceList } from './difference.ts';
import { scanRecords } from './scan.ts';

export interface Verification {
  readonly store: Store;
  /** All tenants when absent. */
  readonly tenant?: string | undefined;
  /** At most so many requests at once. */
  readonly requests?: number;
  /** How long what has been begun may take to be committed: a function's timeout, and some. */
  readonly settleMs?: number;
  /** Whether the time is up: asked again and again. */
  readonly isOver?: () => boolean;
  /** Is told how many records of each kind have been checked so far. */
  readonly onProgress?: (checked: CheckedCounts) => void;
}

/** Records seen, by kind. */
export type CheckedCounts = Readonly<Record<string, number>>;

const REQUESTS = 8;
const SETTLE_MS = 30_000;
/** No run takes longer: what claims to be made later than this is not on its way but wrong. */
const RUN_MAX_MS = 24 * 60 * 60_000;

const PROGRESS_MS = 100;

/** The kinds that are counted, by what stands in their keys: in the words of the API, and many. */
const COUNTED_NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  BAL: ['account', 'accounts'],
  ENT: ['account_entry', 'account_entries'],
  JRN: ['journal_entry', 'journal_entries'],
  LON: ['loan', 'loans'],
  LTX: ['transaction', 'transactions'],
  FAR: ['adjustment_request', 'adjustment_requests'],
  REV: ['reversal_mark', 'reversal_marks'],
  RCP: ['receipt', 'receipts'],
};

export type NamedInspection = RecordInspection & {
  readonly name: string;
  readonly kinds: readonly string[];
};

export class AuditRun {
  readonly startedAt = Date.now();
  readonly findings = new DifferenceList();
  readonly tenants = new Set<string>();
  isFinished = true;
  readonly #verification: Verification;
  readonly #counts = new Map(Object.values(COUNTED_NOUNS).map(([, many]) => [many, 0]));
  #progressedAt = 0;

  constructor(verification: Verification) {
    this.#verification = verification;
  }

  get checked(): CheckedCounts {
    return Object.fromEntries(this.#counts);
  }

  /** The run as the check of that name sees it. */
  auditOf(check: string): VerificationRun {
    const { findings, startedAt } = this;
    const { store, settleMs = SETTLE_MS } = this.#verification;
    return {
      store,
      report: (difference) => findings.add({ check, ...difference }),
      isFull: () => findings.isFull,
      isUnderWay: (id) => {
        const age = readIdTime(id) - startedAt;
        return age > 0 && age < RUN_MAX_MS;
      },
      settled: async () => {
        await sleep(Math.max(0, startedAt + settleMs - Date.now()));
      },
      // What cannot be read was reported when it was first seen.
      walk: (kinds, visit) =>
        this.#walk(kinds, (record) => visitReadable(record, visit, () => undefined)),
    };
  }

  /** Shows every record to the inspections that want its kind. */
  async showAll(inspections: readonly NamedInspection[]): Promise<void> {
    const kinds = [...new Set(inspections.flatMap((inspection) => inspection.kinds))];
    const audiences = new Map(
      kinds.map((kind) => [kind, inspections.filter((one) => one.kinds.includes(kind))]),
    );
    await this.#walk(kinds, async (record) => {
      this.#count(record);
      for (const { visit: see } of audiences.get(record.kind) ?? []) {
        await visitReadable(record, see, (fault) => this.#reportUnreadable(record, fault));
      }
    });
  }

  async #walk(kinds: readonly string[], visit: RecordVisitor): Promise<boolean> {
    const { store, tenant, requests = REQUESTS, isOver = () => false } = this.#verification;
    const isWhole = await scanRecords({ store, tenant, segments: requests, isOver }, kinds, visit);
    this.isFinished &&= isWhole;
    return isWhole;
  }

  #count({ tenant, kind }: StoredRecord): void {
    this.tenants.add(tenant);
    const [, many] = COUNTED_NOUNS[kind] ?? [];
    if (many === undefined) return;
    this.#counts.set(many, (this.#counts.get(many) ?? 0) + 1);
    if (Date.now() < this.#progressedAt + PROGRESS_MS) return;
    this.#progressedAt = Date.now();
    this.#verification.onProgress?.(this.checked);
  }

  // Several checks may fail to read the same record: one of them says so.
  #reportUnreadable({ tenant, kind, item }: StoredRecord, fault: Error): void {
    const { PK, SK } = item;
    const isKnown = this.findings.kept.some(
      ({ check, place }) => check === 'form' && place.PK === PK && place.SK === SK,
    );
    if (isKnown) return;
    this.findings.add({
      check: 'form',
      tenant,
      kind: COUNTED_NOUNS[kind]?.[0] ?? kind,
      id: SK,
      field: 'record',
      stored: fault.message,
      derived: 'a record of the form in which it was written',
      place: { PK, SK },
    });
  }
}

/** What reading a damaged record throws; anything else is a failure of the store, or ours. */
function isUnreadable(error: unknown): error is Error {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function visitReadable(
  record: StoredRecord,
  visit: RecordVisitor,
  otherwise: (fault: Error) => void,
): Promise<void> {
  try {
    await visit(record);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    otherwise(error);
  }
}
