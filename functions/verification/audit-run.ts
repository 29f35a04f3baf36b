// The state of one run, or of one part of it: its counts and its differences.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import { RECORD_KINDS } from '../ledger/record-kinds.ts';
import { readIdTime } from '../ledger/store/ids.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Store } from '../ledger/store/store.ts';
import type { RecordPass, RecordVisitor, StoredRecord, VerificationRun } from './check.ts';
import { DifferenceList } from './difference.ts';
import type { SavedDifferences } from './difference.ts';
import { readRecordId } from './records/record-names.ts';
import { isUnreadable } from './records/unreadable.ts';
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
  /** The number of lines of an account code that are read in one part. */
  readonly partLines?: bigint;
  /** Whether the time has run out; called often. */
  readonly isOver?: () => boolean;
  /** Receives the counts so far, a few times a second. */
  readonly onProgress?: (checked: CheckedCounts) => void;
}

/** The number of records read, by the name under which their kind is counted. */
export type CheckedCounts = Readonly<Record<string, number>>;

const SETTLE_MS = 30_000;
/** Longer than the settle time of sealing, with some failed runs. */
const SEALING_MS = 15 * 60_000;
/** No run takes longer: an identifier or a receipt with a later time is wrong, not in flight. */
export const RUN_MAX_MS = 24 * 60 * 60_000;

/** They take less than a minute to read, and a ledger has few account codes with more of them. */
const PART_LINES = 500_000n;

const PROGRESS_MS = 100;
/** As many as a person will read. */
const REMARKS_MAX = 1_000;

const COUNTED_NAMES = Object.values(RECORD_KINDS).flatMap(({ countedAs }) => countedAs || []);

/** What all parts of a run share. */
export interface RunIdentity {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Random, and never disclosed. */
  readonly salt: string;
}

export function buildRunIdentity(): RunIdentity {
  return { startedAt: Date.now(), salt: randomBytes(32).toString('hex') };
}

/** What a part of a run has counted and found. */
export interface SavedRun {
  readonly findings: SavedDifferences;
  readonly tenants: ReadonlySet<string>;
  readonly remarks: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

/** A pass with the name of its check. */
export interface NamedPass {
  readonly name: string;
  readonly pass: RecordPass;
}

export class AuditRun {
  readonly identity: RunIdentity;
  readonly findings = new DifferenceList();
  readonly tenants = new Set<string>();
  readonly remarks: string[] = [];
  readonly #verification: Verification;
  readonly #counts = new Map<string, number>(COUNTED_NAMES.map((name) => [name, 0]));
  #progressedAt = 0;

  constructor(verification: Verification, identity = buildRunIdentity()) {
    this.#verification = verification;
    this.identity = identity;
  }

  get checked(): CheckedCounts {
    return Object.fromEntries(this.#counts);
  }

  save(): SavedRun {
    const { findings, tenants, remarks } = this;
    return { findings: findings.save(), tenants, remarks, counts: this.#counts };
  }

  /** Adds what another part of the run has counted and found. */
  add({ findings, tenants, remarks, counts }: SavedRun): void {
    this.findings.merge(findings);
    for (const tenant of tenants) this.tenants.add(tenant);
    for (const remark of remarks) this.#remark(remark);
    for (const [name, count] of counts) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    }
  }

  #remark(text: string): void {
    if (this.remarks.length < REMARKS_MAX) this.remarks.push(text);
  }

  /** The run as one check sees it: its reports carry the name of the check. */
  auditOf(check: string): VerificationRun {
    const { findings, identity } = this;
    const { startedAt, salt } = identity;
    const { store, tenant, evidence, settleMs = SETTLE_MS } = this.#verification;
    const { sealingMs = SEALING_MS, partLines = PART_LINES } = this.#verification;
    return {
      store,
      salt,
      startedAt: new Date(startedAt).toISOString(),
      tenant,
      evidence,
      partLines,
      isDueInLog: (at) => {
        const age = startedAt - Date.parse(at);
        return age >= sealingMs || age < -RUN_MAX_MS;
      },
      report: (difference) => findings.add({ check, ...difference }),
      remark: (text) => this.#remark(text),
      isFull: () => findings.isFull,
      isUnderWay: (since) => {
        const time = readIdTime(since);
        const age = (Number.isNaN(time) ? Date.parse(since) : time) - startedAt;
        return age > 0 && age < RUN_MAX_MS;
      },
      settled: async (sinceMs = startedAt) => {
        await sleep(Math.max(0, sinceMs + settleMs - Date.now()));
      },
      isOver: this.#verification.isOver ?? (() => false),
    };
  }

  /**
   * Receives the records of the passes. The first passes also count them and report what cannot be read and what is of
   * no known kind; further ones need not again.
   */
  buildReceiver(passes: readonly NamedPass[], isFirst: boolean): RecordReceiver {
    const kinds = [...new Set(passes.flatMap(({ pass }) => pass.kinds))];
    const audiences = new Map(
      kinds.map((kind) => [kind, passes.filter(({ pass }) => pass.kinds.includes(kind))]),
    );
    return {
      kinds,
      visit: (record) => {
        if (isFirst) this.#count(record);
        const otherwise = (fault: Error) => {
          if (isFirst) this.#reportUnreadable(record, fault);
        };
        return visitInTurn(record, audiences.get(record.kind) ?? [], otherwise);
      },
      onUnknown: (item) => {
        if (isFirst) this.#reportUnknown(item);
      },
      ledgerRows: passes.flatMap(({ pass }) => pass.ledgerRows ?? []),
    };
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

// One check after the other; waits only where a check does.
function visitInTurn(
  record: StoredRecord,
  passes: readonly NamedPass[],
  otherwise: (fault: Error) => void,
): Promise<void> | undefined {
  for (const [index, { pass }] of passes.entries()) {
    const visiting = visitReadable(record, pass.visit, otherwise);
    const rest = passes.slice(index + 1);
    if (visiting) return visiting.then(() => visitInTurn(record, rest, otherwise));
  }
  return undefined;
}

/** Answers nothing when the visit ended at once. */
function visitReadable(
  record: StoredRecord,
  visit: RecordVisitor,
  otherwise: (fault: Error) => void,
): Promise<void> | undefined {
  const handle = (error: unknown) => {
    if (!isUnreadable(error)) throw error;
    otherwise(error);
  };
  try {
    return visit(record)?.catch(handle);
  } catch (error) {
    handle(error);
    return undefined;
  }
}
