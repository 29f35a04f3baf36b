// Publishes events to the bus in calls of the largest size allowed, and retries the entries that the bus
// rejects.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventBridgeClientConfig, PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { buildTimeBudget } from '../runtime/time-budget.ts';
import { ENTRY_BYTES_MAX } from './event-envelope.ts';

export interface Publication {
  readonly type: string;
  readonly occurredAt: string;
  /** JSON text. */
  readonly detail: string;
}

const SOURCE = 'countinghouse';
const ENTRIES_MAX = 10;
// Failed calls are retried below, like entries that the bus rejects.
const TIME_BUDGET = buildTimeBudget({ attempts: 1, milliseconds: 5_000 });
const ATTEMPTS_MAX = 4;
const DELAY_FIRST_MS = 100;

export class EventBus {
  readonly #client: EventBridgeClient;
  readonly #name: string;

  /** `connection` is for programs outside Lambda. */
  constructor(name: string, connection: EventBridgeClientConfig = {}) {
    this.#client = new EventBridgeClient({ ...TIME_BUDGET, ...connection });
    this.#name = name;
  }

  /** Publishes all; returns the entries that the bus rejected, with its reason. */
  async publish<Entry extends Publication>(
    all: readonly Entry[],
  ): Promise<ReadonlyMap<Entry, Error>> {
    const failed = new Map<Entry, Error>();
    for (const part of splitIntoRequests(all)) {
      for (const [one, error] of await this.#putAll(part)) failed.set(one, error);
    }
    return failed;
  }

  async #putAll<Entry extends Publication>(part: readonly Entry[]): Promise<Map<Entry, Error>> {
    let left = new Map<Entry, Error>();
    let wanted = part;
    for (let count = 0; count < ATTEMPTS_MAX && wanted.length > 0; count += 1) {
      if (count > 0) await sleep(Math.random() * DELAY_FIRST_MS * 2 ** count);
      left = await this.#put(wanted);
      wanted = [...left.keys()];
    }
    return left;
  }

  async #put<Entry extends Publication>(part: readonly Entry[]): Promise<Map<Entry, Error>> {
    try {
      const entries = part.map((one) => this.#entryOf(one));
      const answer = await this.#client.send(new PutEventsCommand({ Entries: entries }));
      const failed = part.flatMap((one, index) => {
        const { ErrorCode: code, ErrorMessage: message } = answer.Entries?.[index] ?? {};
        return code === undefined ? [] : [[one, new Error(`${code}: ${message}`)] as const];
      });
      return new Map(failed);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      return new Map(part.map((one) => [one, cause]));
    }
  }

  #entryOf({ type, occurredAt, detail }: Publication): PutEventsRequestEntry {
    return {
      EventBusName: this.#name,
      Source: SOURCE,
      DetailType: type,
      Time: new Date(occurredAt),
      Detail: detail,
    };
  }
}

/** Splits by the bus's limits: ten entries, and the size of one call. */
function splitIntoRequests<Entry extends Publication>(all: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const one of all) {
    const own = Buffer.byteLength(one.detail);
    const last = parts.at(-1);
    if (last && last.length < ENTRIES_MAX && bytes + own <= ENTRY_BYTES_MAX) {
      last.push(one);
      bytes += own;
    } else {
      parts.push([one]);
      bytes = own;
    }
  }
  return parts;
}
