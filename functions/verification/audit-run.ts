// The state of one run: its counts, its differences and its deadline.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import { RECORD_KINDS } from '../ledger/record-kinds.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import { readIdTime } from '../ledger/store/ids.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Store } from '../ledger/store/store.ts';
import type { VerificationRun, RecordInspection, StoredRecord, RecordVisitor } from './check.ts';
import { DifferenceList } from './difference.ts';
import { readRecordId } from './records/record-names.ts';
import { isUnreadable } from './records/unreadable.ts';
import { scanRecords } from './scan.ts';
import type { RecordReceiver } from './scan.ts';

export interface Verification {
  readonly store: Store;
  /** The bucket of the evidence logs; without it, the logs are not verified. */
  readonly evidence?: ObjectLockBucket | undefined;
  /** How long after its time a receipt may be missing in the evidence log. */
  readonly sealingMs?: number;
  /** All tenants when absent. */
  readonly tenant?: string | undefined;
  /** The maximum of concurrent requests. */
  readonly requests?: number;
  /** How long a started request may take to commit: the timeout of a function, with a margin. */
  readonly settleMs?: number;
  /** Whether the time has run out; called often. */
  readonly isOver?: () => boolean;
  /** Receives the counts so far, a few times a second. */
  readonly onProgress?: (checked: CheckedCounts) => void;
}

/** The number of records read, by the name under which their kind is counted. */
export type CheckedCounts = Readonly<Record<string, number>>;

const REQUESTS = 8;
const SETTLE_MS = 30_000;
/** Longer than the settle time of sealing, with some failed runs. */
const SEALING_MS = 15 * 60_000;
/** No run takes longer: an identifier with a later time is wrong, not in flight. */
const RUN_MAX_MS = 24 * 60 * 60_000;

const PROGRESS_MS = 100;
/** As many as a person will read. */
const REMARKS_MAX = 1_000;

const COUNTED_NAMES = Object.values(RECORD_KINDS).flatMap(({ countedAs }) => countedAs || []);

export type NamedInspection = RecordInspection & {
  readonly name: string;
  readonly kinds: readonly RecordKind[];
};

export class AuditRun {
  readonly startedAt = Date.now();
  readonly findings = new DifferenceList();
  readonly tenants = new Set<string>();
  readonly remarks: string[] = [];
  isFinished = true;
  readonly #verification: Verification;
  readonly #counts = new Map<string, number>(COUNTED_NAMES.map((name) => [name, 0]));
  #progressedAt = 0;

  constructor(verification: Verification) {
    this.#verification = verification;
  }

  get checked(): CheckedCounts {
    return Object.fromEntries(this.#counts);
  }

  /** The run as one check sees it: its reports carry the name of the check. */
  auditOf(check: string): VerificationRun {
    const { findings, remarks, startedAt } = this;
    const { store, evidence, settleMs = SETTLE_MS, isOver = () => false } = this.#verification;
    const { sealingMs = SEALING_MS } = this.#verification;
    return {
      store,
      evidence,
      isDueInLog: (at) => Date.parse(at) <= startedAt - sealingMs,
      report: (difference) => findings.add({ check, ...difference }),
      remark: (text) => {
        if (remarks.length < REMARKS_MAX) remarks.push(text);
      },
      isFull: () => findings.isFull,
      isUnderWay: (since) => {
        const time = readIdTime(since);
        const age = (Number.isNaN(time) ? Date.parse(since) : time) - startedAt;
        return age > 0 && age < RUN_MAX_MS;
      },
      settled: async () => {
        await sleep(Math.max(0, startedAt + settleMs - Date.now()));
      },
      isOver: () => {
        this.isFinished &&= !isOver();
        return !this.isFinished;
      },
      // The first scan has reported the records that cannot be read.
      walk: (kinds, visit) =>
        this.#scan({
          kinds,
          visit: (record) => visitReadable(record, visit, () => undefined),
        }),
    };
  }

  /** Passes every record to the inspections of its kind, and reports items of unknown kinds. */
  async showAll(inspections: readonly NamedInspection[]): Promise<void> {
    const kinds = [...new Set(inspections.flatMap((inspection) => inspection.kinds))];
    const audiences = new Map(
      kinds.map((kind) => [kind, inspections.filter((one) => one.kinds.includes(kind))]),
    );
    await this.#scan({
      kinds,
      visit: async (record) => {
        this.#count(record);
        for (const { visit } of audiences.get(record.kind) ?? []) {
          await visitReadable(record, visit, (fault) => this.#reportUnreadable(record, fault));
        }
      },
      onUnknown: (item) => this.#reportUnknown(item),
    });
  }

  async #scan(receiver: RecordReceiver): Promise<boolean> {
    const { store, tenant, requests = REQUESTS, isOver = () => false } = this.#verification;
    const isWhole = await scanRecords({ store, tenant, segments: requests, isOver }, receiver);
    this.isFinished &&= isWhole;
    return isWhole;
  }

  #count({ tenant, kind }: StoredRecord): void {
    this.tenants.add(tenant);
    const { countedAs } = RECORD_KINDS[kind];
    if (countedAs === false) return;
    this.#counts.set(countedAs, (this.#counts.get(countedAs) ?? 0) + 1);
    if (Date.now() < this.#progressedAt + PROGRESS_MS) return;
    this.#progressedAt = Date.now();
    this.#verification.onProgress?.(this.checked);
  }

  // Several checks may fail to read the same record; one difference is enough.
  #reportUnreadable({ tenant, kind, item }: StoredRecord, fault: Error): void {
    const { PK, SK } = item;
    const isKnown = this.findings.kept.some(
      ({ check, place }) => check === 'form' && place.PK === PK && place.SK === SK,
    );
    if (isKnown) return;
    this.findings.add({
      check: 'form',
      tenant,
      kind: RECORD_KINDS[kind].noun,
      id: readRecordId({ tenant, kind, item }),
      field: 'record',
      stored: fault.message,
      derived: 'a record of the form in which it was written',
      place: { PK, SK },
    });
  }

  #reportUnknown({ PK, SK }: Item): void {
    this.findings.add({
      check: 'form',
      tenant: PK.split('#')[1] ?? '',
      kind: 'unknown',
      id: SK,
      field: 'key',
      stored: PK,
      derived: 'the key of a known kind of record',
      place: { PK, SK },
    });
  }
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
