// One running event source mapping: it polls the stream, gathers batches and delivers them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionRunner } from '../lambda/functions.ts';
import type { StreamCheckpoint } from './stream-checkpoint.ts';
import { deliverBatch } from './batch-delivery.ts';
import type { AbandonedBatch } from './batch-delivery.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { ShardRecord, StreamReader } from './stream-reader.ts';

export interface EventSourceOptions {
  readonly settings: MappingSettings;
  readonly reader: Pick<StreamReader, 'read'>;
  readonly checkpoint: Pick<StreamCheckpoint, 'write' | 'settled'>;
  readonly functions: Pick<FunctionRunner, 'invoke'>;
  giveUp(failed: AbandonedBatch): Promise<void>;
  log(line: string): void;
}

// Lambda polls as often. While records arrive, the mapping polls sooner, but on a busy machine it pauses
// longer and gathers more records at once, to leave the processor to the requests that write them.
const IDLE_PAUSE_MS = 250;
const BUSY_PAUSE_MS = 50;
const PAUSES_PER_TURN = 3;
const FAULT_PAUSE_MS = 1_000;
// Lambda's limit is 6 MB for the whole event.
const BATCH_BYTES_MAX = 5_500_000;

export class EventSource {
  readonly #parts: EventSourceOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  /** Records that are read and not yet delivered, with their sizes. */
  #waiting: { placed: ShardRecord; bytes: number; fits: boolean }[] = [];

  constructor(parts: EventSourceOptions) {
    this.#parts = parts;
    this.#ended = this.#run();
  }

  /** Resolves when the delivery under way, if any, has ended. */
  async stop() {
    this.#stopping.abort();
    await this.#ended;
    await this.#parts.checkpoint.settled();
  }

  async #run() {
    while (!this.#stopping.signal.aborted) {
      try {
        const start = performance.now();
        const isBusy = await this.#turn();
        const gathered = Math.max(BUSY_PAUSE_MS, PAUSES_PER_TURN * (performance.now() - start));
        await this.#pause(isBusy ? Math.min(gathered, IDLE_PAUSE_MS) : IDLE_PAUSE_MS);
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#parts.log(`${this.#parts.settings.name}: ${String(error)}`);
        await this.#pause(FAULT_PAUSE_MS);
      }
    }
  }

  /** Returns whether there were records. */
  async #turn(): Promise<boolean> {
    await this.#parts.checkpoint.settled();
    const found = await this.#gather();
    for (let next = this.#next(); next.batch.length > 0; next = this.#next()) {
      if (this.#stopping.signal.aborted) return true;
      // Removed only now: a batch that cannot be abandoned, as on a full disk, is delivered again.
      await this.#deliver(next.batch);
      this.#waiting.splice(0, next.count);
    }
    return found;
  }

  async #deliver(batch: ShardRecord[]) {
    const { settings, functions, giveUp } = this.#parts;
    await deliverBatch(batch, {
      settings,
      invoke: (event) => functions.invoke(settings.functionName, event),
      done: (last) => this.#passed(last),
      giveUp,
      pause: (milliseconds) => this.#pause(milliseconds),
    });
  }

  #passed({ shardId, record }: ShardRecord) {
    this.#parts.checkpoint.write({ shardId, sequenceNumber: record.dynamodb.SequenceNumber });
  }

  /** Reads until a batch is full or its batching window ends; without a window, reads once. */
  async #gather(): Promise<boolean> {
    const { windowMs } = this.#parts.settings;
    let until: number | undefined;
    for (;;) {
      if (!this.#isFull()) await this.#read();
      if (this.#waiting.length === 0) return false;
      until ??= Date.now() + windowMs;
      const left = until - Date.now();
      if (left <= 0 || this.#isFull()) return true;
      if (!(await this.#pause(Math.min(left, IDLE_PAUSE_MS)))) return true;
    }
  }

  async #read() {
    const { reader, settings } = this.#parts;
    for (const placed of await reader.read()) {
      const fits = settings.filter(placed.record);
      const bytes = fits ? Buffer.byteLength(JSON.stringify(placed.record)) : 0;
      this.#waiting.push({ placed, bytes, fits });
    }
    this.#skip();
  }

  // Records that the filter excludes are done when no earlier record waits.
  #skip() {
    const from = this.#waiting.findIndex(({ fits }) => fits);
    const skipped = this.#waiting.splice(0, from === -1 ? this.#waiting.length : from);
    const last = skipped.at(-1);
    if (last) this.#passed(last.placed);
  }

  #isFull(): boolean {
    const { batchSize } = this.#parts.settings;
    const fitting = this.#waiting.filter(({ fits }) => fits);
    const bytes = fitting.reduce((sum, one) => sum + one.bytes, 0);
    return fitting.length >= batchSize || bytes >= BATCH_BYTES_MAX;
  }

  /** The next batch, of one shard, and the number of waiting records that it covers. */
  #next(): { batch: ShardRecord[]; count: number } {
    this.#skip();
    const batch: ShardRecord[] = [];
    let bytes = 0;
    let count = 0;
    for (const { placed, bytes: own, fits } of this.#waiting) {
      const isOther = batch[0] !== undefined && batch[0].shardId !== placed.shardId;
      const isFull = batch.length === this.#parts.settings.batchSize;
      const isHeavy = batch.length > 0 && bytes + own > BATCH_BYTES_MAX;
      if (isOther || isFull || isHeavy) break;
      count += 1;
      bytes += own;
      if (fits) batch.push(placed);
    }
    return { batch, count };
  }

  /** False when the mapping is stopping. */
  async #pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.#stopping;
    if (!signal.aborted) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }
}
