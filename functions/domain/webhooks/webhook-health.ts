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
 * Returns the health after an attempt; undefined if it stays as it is, which it does for a receiver that takes every
 * event.
 */
export function judgeAttempt(
  before: WebhookHealth | undefined,
  webhook: Webhook,
  attempt: DeliveryAttempt,
): WebhookHealth | undefined {
  const health = readCurrentHealth(before, webhook);
  const subject = { webhookId: webhook.id, webhookVersion: webhook.version };
  if (isAccepted(attempt)) return health?.failingSince === undefined ? undefined : subject;
  const failingSince = health?.failingSince ?? attempt.at;
  const isOver = isGone(attempt) || attempt.at >= addMs(failingSince, SUSPENDED_AFTER_MS);
  const suspendedAt = health?.suspendedAt ?? (isOver ? attempt.at : undefined);
  const isUnchanged = failingSince === health?.failingSince && suspendedAt === health?.suspendedAt;
  if (isUnchanged) return undefined;
  return { ...subject, failingSince, ...(suspendedAt !== undefined && { suspendedAt }) };
}
