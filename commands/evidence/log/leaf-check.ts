// Checks the leaves of a log one by one: that each is the entry of a receipt, that no receipt occurs twice, and
// that none claims a time long before what was recorded earlier.
import {
  JOURNAL_ENTRY_RECORD,
  LOG_REBUILD_OPERATION,
  parseReceiptEntry,
} from '../../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { AdoptionCheck } from './adoption-check.ts';
import { isJournalEntryId, readPostingTime } from './journal-index.ts';
import type { LoggedEntry } from './journal-index.ts';

const RECEIPT_ID = /^rcp_[0-9a-f]{32}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HOUR_MS = 3_600_000;

export interface LeafCheckTask {
  readonly findings: EvidenceFindings;
  /** How much older than an earlier leaf a leaf may be. */
  readonly lateHours: number;
  readonly onJournalEntry: (entry: LoggedEntry) => void;
}

export class LeafCheck {
  readonly #task: LeafCheckTask;
  /** The first eight bytes of each receipt's id: a million leaves take eight megabytes. */
  #receipts = new BigUint64Array();
  #count = 0;
  #latestMs = -Infinity;
  /** Of the receipts that were not adopted. */
  #newestMs = -Infinity;
  #oldestMs = Infinity;
  #late = 0;
  #latestByMs = 0;
  readonly #adoption = new AdoptionCheck();
  readonly #rebuilds: number[] = [];

  constructor(task: LeafCheckTask) {
    this.#task = task;
  }

  /** Called before the first leaf. */
  expect(size: number): void {
    this.#receipts = new BigUint64Array(size);
  }

  /** The times of the oldest and the newest receipt that was not adopted, in milliseconds; undefined without any. */
  get times(): { readonly oldest: number; readonly newest: number } | undefined {
    if (this.#oldestMs > this.#newestMs) return undefined;
    return { oldest: this.#oldestMs, newest: this.#newestMs };
  }

  /** The leaves that record a rebuild of the state of the log, in rising order. */
  get rebuilds(): readonly number[] {
    return this.#rebuilds;
  }

  check(leaf: number, bytes: Buffer): void {
    const { findings } = this.#task;
    const entry = this.#parse(leaf, bytes);
    if (!entry) return;
    if (!RECEIPT_ID.test(entry.receipt_id) || !hasTimes(entry)) {
      const sentence = `Leaf ${leaf} is not the entry of a receipt: it has the id ${entry.receipt_id} and the time ${entry.at}.`;
      return findings.differ('leaves', sentence, { leaf });
    }
    this.#receipts[this.#count] = readIdStart(entry.receipt_id);
    this.#count += 1;
    const atMs = Date.parse(entry.at);
    this.#adoption.add(leaf, entry);
    if (entry.operation === LOG_REBUILD_OPERATION) this.#rebuilds.push(leaf);
    this.#checkTime(leaf, entry);
    for (const { type, id, sha256 } of entry.records) {
      if (type !== JOURNAL_ENTRY_RECORD) continue;
      if (!isJournalEntryId(id)) {
        findings.differ('leaves', `Leaf ${leaf} has a journal entry of the id ${id}.`, { leaf });
        continue;
      }
      this.#checkPostingTime({ leaf, id, digest: sha256 }, atMs);
      this.#task.onJournalEntry({ id, digest: sha256, leaf });
    }
  }

  #parse(leaf: number, bytes: Buffer): ReceiptEntry | undefined {
    try {
      return parseReceiptEntry(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const sentence = `Leaf ${leaf} is not the entry of a receipt: ${error.message}`;
      this.#task.findings.differ('leaves', sentence, { leaf });
      return undefined;
    }
  }

  // An adopted receipt claims no more than to have been there when it was adopted, and says nothing of what else
  // there was at its own time. It is sealed at once, before the others of the time of its adoption.
  #checkTime(leaf: number, { receipt_id, at, adopted_at: adoptedAt }: ReceiptEntry): void {
    const { findings, lateHours } = this.#task;
    const atMs = Date.parse(adoptedAt ?? at);
    const lateMs = this.#latestMs - atMs;
    this.#latestMs = Math.max(this.#latestMs, atMs);
    if (adoptedAt === undefined) {
      this.#oldestMs = Math.min(this.#oldestMs, atMs);
      this.#newestMs = Math.max(this.#newestMs, atMs);
    }
    if (lateMs <= 0) return;
    this.#late += 1;
    this.#latestByMs = Math.max(this.#latestByMs, lateMs);
    if (lateMs <= lateHours * HOUR_MS) return;
    const latest = new Date(this.#latestMs).toISOString();
    findings.differ(
      'time',
      `Leaf ${leaf} (receipt ${receipt_id}) says ${at}, but a leaf before it says ${latest}: it was dated back, or recorded more than ${lateHours} hours late.`,
      { leaf, receipt_id, at },
    );
  }

  // The identifier of a journal entry has the time of its posting.
  #checkPostingTime({ leaf, id }: LoggedEntry, atMs: number): void {
    const { findings, lateHours } = this.#task;
    const postedMs = readPostingTime(id);
    if (Math.abs(postedMs - atMs) <= lateHours * HOUR_MS) return;
    findings.differ(
      'time',
      `Journal entry ${id} was posted at ${new Date(postedMs).toISOString()} by its identifier, but leaf ${leaf}, which records it, says ${new Date(atMs).toISOString()}.`,
      { leaf, journal_entry_id: id },
    );
  }

  /** Lists the first halves of ids that more than one leaf has. Two receipts can have the same by chance. */
  listRepeatedStarts(): Set<bigint> {
    const ids = this.#receipts.subarray(0, this.#count).sort();
    const repeated = new Set<bigint>();
    for (let at = 1; at < ids.length; at += 1) {
      const id = ids[at];
      if (id !== undefined && id === ids[at - 1]) repeated.add(id);
    }
    return repeated;
  }

  /** Summarizes the times, after the last leaf. */
  conclude(): void {
    const { findings, lateHours } = this.#task;
    this.#adoption.conclude(findings, { oldestMs: this.#oldestMs, lateHours });
    const isInOrder = findings.countDifferences('time') === 0;
    if (isInOrder) {
      const leaf = this.#adoption.hasAdopted ? 'leaf that was not adopted' : 'leaf';
      const sentence = `No ${leaf} is more than ${lateHours} hours older than one before it, and each journal entry was posted within ${lateHours} hours of its receipt.`;
      findings.prove('time', sentence);
    }
    if (this.#late === 0) return;
    const leaves = this.#late === 1 ? 'One leaf is' : `${this.#late} leaves are`;
    findings.remark(
      'time',
      `${leaves} older than one before, at most by ${(this.#latestByMs / 1_000).toFixed(3)} seconds: receipts that were recorded late.`,
      { leaves: this.#late },
    );
  }
}

function hasTimes({ at, adopted_at: adoptedAt }: ReceiptEntry): boolean {
  return isTime(at) && (adoptedAt === undefined || isTime(adoptedAt));
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** Reads the first eight bytes of a receipt's id. */
export function readIdStart(receiptId: string): bigint {
  return Buffer.from(receiptId.slice(4, 20), 'hex').readBigUInt64BE();
}

/** Reads the receipt of an entry; undefined where it is not the entry of one. */
export function readReceiptId(entry: Buffer): string | undefined {
  return readReceiptEntry(entry)?.receipt_id;
}

/** Reads an entry; undefined where it is not that of a receipt. */
export function readReceiptEntry(entry: Buffer): ReceiptEntry | undefined {
  try {
    return parseReceiptEntry(entry);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
