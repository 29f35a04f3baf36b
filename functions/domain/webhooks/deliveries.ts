// Deliveries: one event on its way to one webhook, with every attempt to send it (ADR 129).
import { addMs } from '../values/times.ts';
import { deliveryState } from './transitions.ts';
import type { DeliveryState } from './transitions.ts';

/** What came of sending the event once. */
export interface DeliveryAttempt {
  readonly at: string;
  readonly milliseconds: number;
  /** The status of the receiver's answer; absent if none came. */
  readonly status?: number;
  /** Why no answer came. */
  readonly error?: string;
  /** The beginning of the answer, if the receiver did not accept the event. */
  readonly excerpt?: string;
}

/** Why no further attempt follows. */
export type DeliveryFailure =
  | 'ATTEMPTS_EXHAUSTED'
  | 'RECEIVER_GONE'
  | 'WEBHOOK_SUSPENDED'
  | 'WEBHOOK_DISABLED'
  | 'WEBHOOK_DELETED'
  | 'EVENT_NOT_FOUND';

export interface Delivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly aggregateId: string;
  /** The Idempotency-Key of the receipt that holds the event: a delivery holds no copy of the payload. */
  readonly receiptKey: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** When the next attempt is due; absent unless it is PENDING. */
  readonly dueAt?: string;
  /** The stream brings it to its first attempt; whatever happens to it then takes that away. */
  readonly fresh?: 'Y';
  /** The event that had it redriven last, which the stream may bring again. */
  readonly redrivenBy?: string;
  readonly deliveredAt?: string;
  readonly failure?: DeliveryFailure;
  /** The newest attempts, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** The attempts since it was made or redriven. */
  readonly tries: number;
  /** Counts its changes: a change that was made to another revision is dropped. */
  readonly revision: number;
  /** When the record ends, in seconds since 1970. */
  readonly expiresAt: number;
}

const SECONDS_MS = 1_000;
const MINUTES_MS = 60 * SECONDS_MS;
const HOURS_MS = 60 * MINUTES_MS;
const DAYS_MS = 24 * HOURS_MS;

/** The pauses after each failed attempt, as Standard Webhooks suggests: 75 hours in all. */
const RETRY_DELAYS_MS = [
  5 * SECONDS_MS,
  5 * MINUTES_MS,
  30 * MINUTES_MS,
  2 * HOURS_MS,
  5 * HOURS_MS,
  10 * HOURS_MS,
  14 * HOURS_MS,
  20 * HOURS_MS,
  24 * HOURS_MS,
];

/** The first attempt follows at once, each other one a pause later. */
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** The pauses are up to a tenth longer, so that what failed together does not come back together. */
const JITTER_SHARE = 0.1;

/** Longer than an attempt takes. Who has taken a delivery and crashed leaves it to others after that time. */
export const LEASE_MS = 2 * MINUTES_MS;

const KEPT_MS = 30 * DAYS_MS;
const KEPT_ATTEMPTS_MAX = 20;

/** What a delivery starts with. */
export type DeliveryStart = Pick<
  Delivery,
  'webhookId' | 'eventId' | 'eventType' | 'aggregateId' | 'receiptKey'
>;

/** Builds the delivery of an event to a webhook. The stream brings it to its first attempt. */
export function startDelivery(start: DeliveryStart, now: Date): Delivery {
  const createdAt = now.toISOString();
  return {
    ...start,
    createdAt,
    attempts: [],
    revision: 1,
    ...buildFreshState(now),
  };
}

/** Returns the delivery as it is when it is to be sent again, with all attempts before it. */
export function redriveDelivery(delivery: Delivery, redrivenBy: string, now: Date): Delivery {
  const { webhookId, eventId, eventType, aggregateId, receiptKey, createdAt, attempts } = delivery;
  const start = { webhookId, eventId, eventType, aggregateId, receiptKey };
  const revision = delivery.revision + 1;
  return { ...start, createdAt, attempts, revision, redrivenBy, ...buildFreshState(now) };
}

// If the stream has not brought it to an attempt by then, a run of the retries does.
function buildFreshState(now: Date) {
  return {
    state: deliveryState.transitions.redrive.to,
    dueAt: addMs(now.toISOString(), LEASE_MS),
    fresh: 'Y' as const,
    tries: 0,
    expiresAt: computeExpiry(now),
  };
}

/** Returns the delivery as it is for everyone else while one attempt is under way. */
export function leaseDelivery(delivery: Delivery, now: Date): Delivery {
  const { fresh: _, ...rest } = delivery;
  return {
    ...rest,
    revision: delivery.revision + 1,
    dueAt: addMs(now.toISOString(), LEASE_MS),
  };
}

/** Whether the receiver took the event. */
export function isAccepted({ status }: DeliveryAttempt): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** By this answer a receiver says that it wants no more events. */
const GONE = 410;

export function isGone({ status }: DeliveryAttempt): boolean {
  return status === GONE;
}

/** Returns the delivery after an attempt. `random` is at least 0 and below 1. */
export function settleAttempt(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  { now, random }: { readonly now: Date; readonly random: number },
): Delivery {
  const tried = {
    ...delivery,
    attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS_MAX),
    tries: delivery.tries + 1,
  };
  if (isAccepted(attempt)) {
    const { deliver } = deliveryState.transitions;
    return { ...end(tried, now), state: deliver.to, deliveredAt: now.toISOString() };
  }
  if (isGone(attempt)) return abandonDelivery(tried, 'RECEIVER_GONE', now);
  const delayMs = RETRY_DELAYS_MS[tried.tries - 1];
  if (delayMs === undefined) return abandonDelivery(tried, 'ATTEMPTS_EXHAUSTED', now);
  const dueAt = addMs(now.toISOString(), Math.round(delayMs * (1 + JITTER_SHARE * random)));
  return { ...end(tried, now), state: deliveryState.transitions.retry.to, dueAt };
}

/** Returns the delivery that no attempt follows any more. */
export function abandonDelivery(delivery: Delivery, failure: DeliveryFailure, now: Date): Delivery {
  return { ...end(delivery, now), state: deliveryState.transitions['give up'].to, failure };
}

/** A dead letter by the decision of its tenant, which needs no one's attention. */
const DECIDED: ReadonlySet<DeliveryFailure | undefined> = new Set([
  'WEBHOOK_DISABLED',
  'WEBHOOK_DELETED',
] as const);

/** Whether the event has not reached a receiver that should get it, and no attempt follows. */
export function isLost({ state, failure }: Delivery): boolean {
  return state === 'DEAD' && !DECIDED.has(failure);
}

// The expiry counts from the last change, so that a dead letter can be redriven for a month.
function end({ fresh: _, dueAt: __, ...delivery }: Delivery, now: Date) {
  return { ...delivery, revision: delivery.revision + 1, expiresAt: computeExpiry(now) };
}

function computeExpiry(now: Date): number {
  return Math.ceil((now.getTime() + KEPT_MS) / SECONDS_MS);
}
