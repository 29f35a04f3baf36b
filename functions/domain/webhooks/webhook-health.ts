// Whether the receiver of a webhook takes events. A webhook whose receiver has failed for days is suspended.
import { addMs } from '../values/times.ts';
import { isAccepted, isGone } from './deliveries.ts';
import type { DeliveryAttempt } from './deliveries.ts';
import type { Webhook } from './webhooks.ts';

export interface WebhookHealth {
  readonly webhookId: string;
  /** The version of the webhook that it is about: a change of the webhook starts another. */
  readonly webhookVersion: number;
  /** Since when every attempt has failed; absent if the last one did not. */
  readonly failingSince?: string;
  /** Since when nothing is sent; absent unless it is suspended. */
  readonly suspendedAt?: string;
  /** When the attempt was made that changed it last. Absent on a record of earlier versions, as is the next. */
  readonly judgedAt?: string;
  /** Counts its changes: a change that was made to another revision is dropped. */
  readonly revision?: number;
}

const DAYS_MS = 86_400_000;
/** Longer than the attempts for one event take. */
const SUSPENDED_AFTER_MS = 5 * DAYS_MS;

/** The health as far as it is about this version of the webhook. */
export function readCurrentHealth(
  health: WebhookHealth | undefined,
  { version }: Webhook,
): WebhookHealth | undefined {
  return health?.webhookVersion === version ? health : undefined;
}

/**
 * Returns the health after an attempt that was made after all that it is known from; undefined if it stays as it is,
 * which it does for a receiver that takes every event. It compares no clocks: one that was ahead, and has been set
 * since, must not keep what it has noted.
 */
export function judgeAttempt(
  before: WebhookHealth | undefined,
  webhook: Webhook,
  attempt: DeliveryAttempt,
): WebhookHealth | undefined {
  if (before !== undefined && before.webhookVersion > webhook.version) return undefined;
  const health = readCurrentHealth(before, webhook);
  const judged: WebhookHealth = {
    webhookId: webhook.id,
    webhookVersion: webhook.version,
    judgedAt: attempt.at,
    revision: (before?.revision ?? 0) + 1,
  };
  if (isAccepted(attempt)) return health?.failingSince === undefined ? undefined : judged;
  const failingSince = health?.failingSince ?? attempt.at;
  const isOver = isGone(attempt) || attempt.at >= addMs(failingSince, SUSPENDED_AFTER_MS);
  const suspendedAt = health?.suspendedAt ?? (isOver ? attempt.at : undefined);
  const isUnchanged = failingSince === health?.failingSince && suspendedAt === health?.suspendedAt;
  if (isUnchanged) return undefined;
  return { ...judged, failingSince, ...(suspendedAt !== undefined && { suspendedAt }) };
}

/**
 * The same after an attempt during which another one has changed the health. Such attempts may end in another order than
 * they were made: one from before the other says nothing any more.
 */
export function judgeCrossedAttempt(
  before: WebhookHealth | undefined,
  webhook: Webhook,
  attempt: DeliveryAttempt,
): WebhookHealth | undefined {
  const { judgedAt = '' } = readCurrentHealth(before, webhook) ?? {};
  return attempt.at < judgedAt ? undefined : judgeAttempt(before, webhook, attempt);
}
