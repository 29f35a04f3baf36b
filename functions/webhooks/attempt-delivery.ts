// One attempt to deliver an event: reads, sends, and writes down what came of it.
import {
  abandonDelivery,
  isAccepted,
  isLost,
  settleAttempt,
} from '../domain/webhooks/deliveries.ts';
import type { Delivery, DeliveryAttempt, DeliveryFailure } from '../domain/webhooks/deliveries.ts';
import {
  judgeAttempt,
  judgeCrossedAttempt,
  readCurrentHealth,
} from '../domain/webhooks/webhook-health.ts';
import type { WebhookHealth } from '../domain/webhooks/webhook-health.ts';
import { listSigningVersions, TEST_EVENT } from '../domain/webhooks/webhooks.ts';
import type { Webhook } from '../domain/webhooks/webhooks.ts';
import type { Store } from '../ledger/store/store.ts';
import { readHealth, replaceDelivery, replaceHealth } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import { findEvent } from '../ledger/webhooks/events.ts';
import type { FoundEvent } from '../ledger/webhooks/events.ts';
import { openSecrets } from '../ledger/webhooks/secrets.ts';
import type { TenantSession } from '../ledger/webhooks/tenant-session.ts';
import { findWebhook } from '../ledger/webhooks/webhooks.ts';
import { formatEnvelope } from '../publisher/event-envelope.ts';
import { sendRequest } from './send-request.ts';
import type { SendOptions } from './send-request.ts';
import { buildSignedHeaders } from './signature.ts';

export interface Sender {
  readonly store: Store;
  readonly sending: SendOptions;
  readonly now: () => Date;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

/** What came of an attempt; `unanswered` failed without any answer. */
export type AttemptOutcome = 'delivered' | 'refused' | 'unanswered' | 'abandoned';

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** Whether this attempt has left a dead letter that its tenant did not decide on. */
  readonly isLost: boolean;
}

/**
 * Sends the event to the webhook unless nothing is to be sent, and stores the delivery as it is then. If another
 * attempt has settled it meanwhile, that one counts.
 */
export async function attemptDelivery(
  sender: Sender,
  { tenant, delivery }: OwnedDelivery,
): Promise<AttemptResult> {
  const session = { store: sender.store, tenant };
  const [webhook, health, event] = await Promise.all([
    findWebhook(session, delivery.webhookId),
    readHealth(session, delivery.webhookId),
    findEvent(session, delivery),
  ]);
  const failure = findFailure(delivery, { webhook, health, event });
  if (failure !== undefined || webhook === undefined || event === undefined) {
    const reason = failure ?? 'EVENT_NOT_FOUND';
    const abandoned = abandonDelivery(delivery, reason, sender.now());
    const isStored = await replaceDelivery(session, abandoned);
    return { outcome: 'abandoned', isLost: isStored && isLost(abandoned) };
  }
  const attempt = await send(sender, { tenant, webhook, event });
  const settled = settleAttempt(delivery, attempt, { now: sender.now(), random: sender.random() });
  const isStored = await replaceDelivery(session, settled);
  await noteHealth(session, { webhook, health, attempt });
  return { outcome: toOutcome(attempt), isLost: isStored && isLost(settled) };
}

interface JudgedAttempt {
  readonly webhook: Webhook;
  /** As it was before the attempt. */
  readonly health: WebhookHealth | undefined;
  readonly attempt: DeliveryAttempt;
}

async function noteHealth(
  session: TenantSession,
  { webhook, health, attempt }: JudgedAttempt,
): Promise<void> {
  let judged = judgeAttempt(health, webhook, attempt);
  // An attempt for another event that has ended meanwhile may have changed it too.
  while (judged && !(await replaceHealth(session, judged))) {
    judged = judgeCrossedAttempt(await readHealth(session, webhook.id), webhook, attempt);
  }
}

function toOutcome(attempt: DeliveryAttempt): AttemptOutcome {
  if (isAccepted(attempt)) return 'delivered';
  return attempt.status === undefined ? 'unanswered' : 'refused';
}

interface ReadParts {
  readonly webhook: Webhook | undefined;
  readonly health: WebhookHealth | undefined;
  readonly event: FoundEvent | undefined;
}

// A test is sent in any case, because it shows whether the receiver works again.
function findFailure(
  { eventType }: Delivery,
  { webhook, health, event }: ReadParts,
): DeliveryFailure | undefined {
  if (webhook === undefined || webhook.deletedAt !== undefined) return 'WEBHOOK_DELETED';
  if (event === undefined) return 'EVENT_NOT_FOUND';
  if (eventType === TEST_EVENT) return undefined;
  if (!webhook.enabled) return 'WEBHOOK_DISABLED';
  const isSuspended = readCurrentHealth(health, webhook)?.suspendedAt !== undefined;
  return isSuspended ? 'WEBHOOK_SUSPENDED' : undefined;
}

async function send(
  { store, sending, now }: Sender,
  { tenant, webhook, event }: { tenant: string; webhook: Webhook; event: FoundEvent },
): Promise<DeliveryAttempt> {
  const at = now();
  const deriveSecret = await openSecrets({ store, tenant });
  const secrets = listSigningVersions(webhook, at).map((one) => deriveSecret(webhook.id, one));
  const body = formatEnvelope(event.receipt, event.event);
  const headers = buildSignedHeaders({ id: event.event.id, body, now: at }, secrets);
  const startedAt = performance.now();
  const measure = () => Math.round(performance.now() - startedAt);
  try {
    const { status, excerpt } = await sendRequest({ url: webhook.url, headers, body }, sending);
    const attempt = { at: at.toISOString(), milliseconds: measure(), status };
    return isAccepted(attempt) || excerpt === '' ? attempt : { ...attempt, excerpt };
  } catch (error) {
    return { at: at.toISOString(), milliseconds: measure(), error: describeError(error) };
  }
}

const REASON_CHARACTERS_MAX = 100;

// The code of the failure alone: messages name addresses of the network.
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { name, code } = error as Error & { readonly code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return 'timed out';
  return typeof code === 'string' ? code.slice(0, REASON_CHARACTERS_MAX) : name;
}
