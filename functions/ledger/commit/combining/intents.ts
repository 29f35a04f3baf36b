// Intents: requests that wait for a contended account, each as one item in the account's queue (ADR 125).
import { randomUUID } from 'node:crypto';
import type { StoredCall } from '../../../domain/requests/change-requests.ts';
import type { ActorKind } from '../../../domain/values/service-subjects.ts';
import { isMap, json, list, readCount, readText } from '../../store/attributes.ts';
import type { Item } from '../../store/item.ts';
import { keys } from '../../store/keys.ts';
import type { Key } from '../../store/keys.ts';

/** A request to post that waits, with all that its receipt needs. */
export interface PostingIntent {
  readonly operation: string;
  readonly request: StoredCall;
  readonly actor: string;
  readonly actorKind: ActorKind;
  readonly correlationId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** The random bytes of the future receipt, by which its owner recognizes it. */
  readonly salt: Uint8Array;
  /** The accounts whose balances the request decides on. */
  readonly accounts: readonly string[];
  /** When its owner stops waiting, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** An intent in its queue. */
export interface QueuedIntent extends PostingIntent {
  readonly key: Key;
}

/** Combiners return what has another format, so that versions can run side by side. */
const FORMAT = 1;
/** No request waits for so long: what is left then belongs to a process that has ended. */
const LIFETIME_SECONDS = 3_600;
const TIME_DIGITS = 15;

/** The partition of an account's queue in the table of intents. */
export function buildQueuePartition(tenant: string, accountId: string): string {
  return `${keys.tenant(tenant)}QUE#${accountId}`;
}

/** The start of the sort keys of intents; what follows sorts by the time of arrival. */
export const INTENT_PREFIX = 'I#';

/** The sort key of the queue's lease. */
export const LEASE_KEY = 'L';

/** The key of a new intent, after those that arrived before it. */
export function buildIntentKey(partition: string, now: Date): Key {
  const time = now.getTime().toString().padStart(TIME_DIGITS, '0');
  return { PK: partition, SK: `${INTENT_PREFIX}${time}#${randomUUID()}` };
}

export function toIntentItem({ key, ...intent }: QueuedIntent): Item {
  return {
    ...key,
    format: BigInt(FORMAT),
    operation: intent.operation,
    request: JSON.stringify(intent.request),
    actor: intent.actor,
    actor_kind: intent.actorKind,
    correlation_id: intent.correlationId,
    idempotency_key: intent.idempotencyKey,
    fingerprint: intent.fingerprint,
    salt: intent.salt,
    accounts: [...intent.accounts],
    until: BigInt(intent.untilMs),
    ttl: BigInt(Math.ceil(intent.untilMs / 1_000) + LIFETIME_SECONDS),
  };
}

/** The intent; undefined for one that this version cannot read. */
export function fromIntentItem(item: Item): QueuedIntent | undefined {
  if (item['format'] !== BigInt(FORMAT)) return undefined;
  const { PK, SK, salt } = item;
  const isText = (part: unknown): part is string => typeof part === 'string';
  try {
    const request = json(item, 'request');
    if (!isMap(request) || !(salt instanceof Uint8Array)) return undefined;
    return {
      key: { PK, SK },
      operation: readText(item, 'operation'),
      request: request as unknown as StoredCall,
      actor: readText(item, 'actor'),
      actorKind: readText(item, 'actor_kind') as ActorKind,
      correlationId: readText(item, 'correlation_id'),
      idempotencyKey: readText(item, 'idempotency_key'),
      fingerprint: readText(item, 'fingerprint'),
      salt,
      accounts: list(item, 'accounts', isText),
      untilMs: readCount(item, 'until'),
    };
  } catch {
    // A damaged intent is returned like one of another version: its owner decides alone.
    return undefined;
  }
}
