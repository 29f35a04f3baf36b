// Gives the receipts of earlier versions a place in the feed of their tenant, so that sealing takes them
// (ADR 107). Reads the table in segments, and holds one page of each in memory.
import {
  adoptReceipt,
  buildAdoptionMark,
  findAdoptionFault,
  isEarlierReceipt,
  readAdoptionEnd,
  recordAdoption,
} from '../../functions/ledger/adoption/receipt-adoption.ts';
import type { AdoptionStatement } from '../../functions/ledger/adoption/receipt-adoption.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { ChangedStateError, repairHead } from '../../functions/ledger/evidence/state-repair.ts';
import { mapInParallel } from '../../functions/ledger/in-parallel.ts';
import { readText } from '../../functions/ledger/store/attributes.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { scanSegment } from '../../functions/ledger/store/table-scans.ts';
import { AdoptedLeaves } from './adopted-leaves.ts';

export interface AdoptionOptions {
  /** Who adopts, as the receipt of the adoption states it. */
  readonly actor: string;
  /** Whether to write; without it, the run only counts. */
  readonly isApplied: boolean;
  /** The segments that are read at once. */
  readonly segments?: number;
  readonly onDamaged: (receipt: Item, fault: string) => void;
  readonly onProgress?: (receipts: number, adopted: number) => void;
}

export interface Adoption extends AdoptionStatement {
  /** Receipts without salt that this run has found. */
  readonly found: number;
  /** When an earlier run has finished the adoption. Receipts without salt are forged then, and not adopted. */
  readonly finishedAt: string | undefined;
}

const SEGMENTS = 4;
/** The receipts of a page that are written at once. */
const WRITES_MAX = 16;

/**
 * Adopts the receipts of a tenant, and records when all are. May stop at any point: a repetition continues with
 * those that are left.
 */
export async function adoptReceipts(log: EvidenceLog, options: AdoptionOptions): Promise<Adoption> {
  const { store, tenant } = log;
  const finishedAt = await readAdoptionEnd(store, tenant);
  const isAdopting = options.isApplied && finishedAt === undefined;
  const run = new AdoptionRun(log, options, isAdopting ? await AdoptedLeaves.open(log) : undefined);
  const of = options.segments ?? SEGMENTS;
  await Promise.all(Array.from({ length: of }, (_, number) => run.readSegment(number, of)));
  const { statement } = run;
  // A receipt of the adoption, and its leaf, would make a tenant of a misspelt name for good.
  if (run.receipts === 0 && !(await readLogHead(store, tenant)))
    throw new Error(`There is neither a receipt nor a log of ${tenant}.`);
  if (isAdopting) {
    if (statement.oldest !== undefined) await searchLateSince(log, statement.oldest);
    await recordAdoption(store, tenant, { actor: options.actor, statement });
  }
  return { ...statement, found: run.found, finishedAt };
}

class AdoptionRun {
  receipts = 0;
  found = 0;
  readonly #log: EvidenceLog;
  readonly #options: AdoptionOptions;
  readonly #leaves: AdoptedLeaves | undefined;
  readonly #at = new Date();
  #adopted = 0;
  #damaged = 0;
  #oldest: string | undefined;

  /** `leaves` are those of earlier adoptions; absent for a run that only counts. */
  constructor(log: EvidenceLog, options: AdoptionOptions, leaves: AdoptedLeaves | undefined) {
    this.#log = log;
    this.#options = options;
    this.#leaves = leaves;
  }

  get statement(): AdoptionStatement {
    return { adopted: this.#adopted, damaged: this.#damaged, oldest: this.#oldest };
  }

  async readSegment(number: number, of: number): Promise<void> {
    const { store, tenant } = this.#log;
    const segment = { table: store.receiptsTable, tenant, number, of };
    for await (const page of scanSegment(store, segment)) {
      await mapInParallel(page, WRITES_MAX, (receipt) => this.#visit(receipt));
      this.#options.onProgress?.(this.receipts, this.#adopted);
    }
  }

  async #visit(receipt: Item): Promise<void> {
    this.receipts += 1;
    if (!isEarlierReceipt(receipt)) {
      if (receipt['adopted_at'] !== undefined) this.#count(receipt);
      return;
    }
    this.found += 1;
    const fault = findAdoptionFault(receipt);
    if (fault !== undefined) {
      this.#damaged += 1;
      this.#options.onDamaged(receipt, fault);
      return;
    }
    if (!this.#leaves) return;
    const mark = (await this.#leaves.findMark(receipt)) ?? buildAdoptionMark(this.#at);
    await adoptReceipt(this.#log.store, receipt, mark);
    this.#count(receipt);
  }

  #count(receipt: Item): void {
    this.#adopted += 1;
    const at = readText(receipt, 'at');
    if (this.#oldest === undefined || at < this.#oldest) this.#oldest = at;
  }
}

/** Another sealer that changes the state each time is sealing all the while. */
const ATTEMPTS_MAX = 100;

// Each run of sealing looks back for minutes only. A log without a state starts with the oldest receipt.
async function searchLateSince({ store, tenant }: EvidenceLog, oldest: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readLogHead(store, tenant);
    if (!before) return;
    const { lateSince = oldest } = before;
    const after = { ...before, lateSince: lateSince < oldest ? lateSince : oldest };
    try {
      return await repairHead(store, tenant, { before, after });
    } catch (error) {
      if (!(error instanceof ChangedStateError) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
