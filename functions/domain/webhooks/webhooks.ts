// Webhooks: where a tenant has its events sent, and with which secret they are signed (ADR 129).
import { Refusal } from '../refusals/refusals.ts';
import { addMs, latestTime } from '../values/times.ts';
import { listUrlFaults } from './webhook-urls.ts';
import type { WebhookReach } from './webhook-urls.ts';

/** Stands for the events of every type, those of later versions included. */
export const EVERY_EVENT = '*';

/** A tenant has no more, because each event is matched with all of them. */
export const WEBHOOKS_MAX = 20;

const HOURS_MS = 3_600_000;
/** How long the secret before a rotation still signs, and how long a secret can be shown. */
export const SECRET_OVERLAP_MS = 24 * HOURS_MS;

export interface WebhookContent {
  readonly url: string;
  /** Types of events, or `*` alone. */
  readonly eventTypes: readonly string[];
  readonly description?: string;
  /** A webhook that is not enabled gets no events; those of the meantime are not sent later. */
  readonly enabled: boolean;
}

export interface Webhook extends WebhookContent {
  readonly id: string;
  /** The secret is derived from it: rotating it counts up (ADR 129). */
  readonly secretVersion: number;
  readonly secretCreatedAt: string;
  /** Until then, the secret before signs too; absent before the first rotation. */
  readonly previousSecretUntil?: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** A deleted webhook stays as a tombstone: the ledger deletes no record. */
  readonly deletedAt?: string;
}

/** The content of a webhook as requests have it. */
export interface WebhookRequest {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description?: string;
  readonly enabled?: boolean;
}

/** Validates the content of a webhook. Refuses with invalid_webhook, which names each fault. */
export function defineWebhook(request: WebhookRequest, reach: WebhookReach): WebhookContent {
  const { url, event_types: eventTypes, description, enabled = true } = request;
  const faults = [
    ...listUrlFaults(url, reach),
    ...(eventTypes.includes(EVERY_EVENT) && eventTypes.length > 1
      ? ['/event_types must have `*` alone, or types without it']
      : []),
  ];
  if (faults.length > 0) throw new Refusal('invalid_webhook', faults);
  return { url, eventTypes, ...(description !== undefined && { description }), enabled };
}

/** Builds a new webhook. Refuses with too_many_webhooks when the tenant has as many as it may have. */
export function createWebhook(
  id: string,
  content: WebhookContent,
  { existing, now }: { readonly existing: number; readonly now: Date },
): Webhook {
  if (existing >= WEBHOOKS_MAX) {
    throw new Refusal('too_many_webhooks', `A tenant has at most ${WEBHOOKS_MAX} webhooks.`);
  }
  const at = now.toISOString();
  const secret = { secretVersion: 1, secretCreatedAt: at };
  return { id, ...content, ...secret, version: 1, createdAt: at, updatedAt: at };
}

/**
 * Returns the webhook with other content. `version` is the one that the caller has read: refuses another one with
 * webhook_changed.
 */
export function replaceWebhook(
  webhook: Webhook,
  content: WebhookContent,
  version: number,
  now: Date,
): Webhook {
  if (version !== webhook.version) {
    throw new Refusal(
      'webhook_changed',
      `The webhook is at version ${webhook.version}, not ${version}. Read it again.`,
    );
  }
  const { description: _, ...kept } = webhook;
  return { ...kept, ...content, ...buildNextVersion(webhook, now) };
}

/** Returns the webhook with another secret; the one before signs for another day too. */
export function rotateSecret(webhook: Webhook, now: Date): Webhook {
  const next = buildNextVersion(webhook, now);
  return {
    ...webhook,
    ...next,
    secretVersion: webhook.secretVersion + 1,
    secretCreatedAt: next.updatedAt,
    previousSecretUntil: addMs(next.updatedAt, SECRET_OVERLAP_MS),
  };
}

/** Returns the tombstone of a deleted webhook. */
export function deleteWebhook(webhook: Webhook, now: Date): Webhook {
  const next = buildNextVersion(webhook, now);
  return { ...webhook, ...next, deletedAt: next.updatedAt };
}

function buildNextVersion({ version, updatedAt }: Webhook, now: Date) {
  return { version: version + 1, updatedAt: latestTime(now, updatedAt).toISOString() };
}

/** Returns the webhook unless it is missing or deleted. Refuses with webhook_not_found. */
export function requireWebhook(webhook: Webhook | undefined, id: string): Webhook {
  if (webhook !== undefined && webhook.deletedAt === undefined) return webhook;
  throw new Refusal('webhook_not_found', `There is no webhook ${id.slice(0, 64)}.`);
}

/** The versions of the secret that sign at this time, the newest first. */
export function listSigningVersions(webhook: Webhook, now: Date): number[] {
  const { secretVersion, previousSecretUntil } = webhook;
  const overlaps = previousSecretUntil !== undefined && now.toISOString() < previousSecretUntil;
  return overlaps ? [secretVersion, secretVersion - 1] : [secretVersion];
}

/**
 * Refuses with webhook_secret_not_shown a day after the secret was made: any thief of a token has to rotate it later, which is in the audit trail.
 */
export function requireShownSecret(webhook: Webhook, now: Date): void {
  if (now.toISOString() < computeShownUntil(webhook)) return;
  throw new Refusal(
    'webhook_secret_not_shown',
    'A secret is shown for a day after it was made. Rotate it to get another.',
  );
}

/** Until when the secret is shown. */
export function computeShownUntil({ secretCreatedAt }: Webhook): string {
  return addMs(secretCreatedAt, SECRET_OVERLAP_MS);
}

/** An event as far as it decides who gets it. */
export interface MatchedEvent {
  readonly type: string;
  readonly aggregateId: string;
}

/** The type of the event that a test sends to one webhook, whatever it subscribes to. */
export const TEST_EVENT = 'webhook.tested';

/** The type of the event that has events sent again. */
export const REDRIVE_EVENT = 'webhook.redriven';

/** Whether the webhook gets the event. A test goes to the webhook that is tested, and to no other. */
export function isSubscribed(webhook: Webhook, { type, aggregateId }: MatchedEvent): boolean {
  if (webhook.deletedAt !== undefined) return false;
  if (type === TEST_EVENT) return aggregateId === webhook.id;
  const { enabled, eventTypes } = webhook;
  return enabled && (eventTypes.includes(EVERY_EVENT) || eventTypes.includes(type));
}
