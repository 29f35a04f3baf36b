// Sends events to an address as a webhook would, signed as Standard Webhooks.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { UsageError } from '../command-definition.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 15_000;

/** A secret in the form of Standard Webhooks. */
export function generateSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

/** Returns the function that sends an event, and its answer's status, or the reason for none. */
export function webhookForwarder(
  url: string,
  secret: string,
): (id: string, event: unknown) => Promise<string> {
  const webhook = openWebhook(secret);
  return async (id, event) => {
    const body = JSON.stringify(event);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(url, body, buildHeaders(webhook, id, body));
      if (outcome.startsWith('2') || attempt === ATTEMPTS) return outcome;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  };
}

function openWebhook(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (cause) {
    throw new UsageError('--secret takes whsec_ and bytes in Base64, as of Standard Webhooks.', {
      cause,
    });
  }
}

// Each attempt has the time at which it was sent, which a receiver checks.
function buildHeaders(webhook: Webhook, id: string, body: string): Record<string, string> {
  const now = new Date();
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': webhook.sign(id, now, body),
  };
}

async function send(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    return reason instanceof Error ? reason.message : String(reason);
  }
}
