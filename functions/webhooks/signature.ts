// The headers of Standard Webhooks (https://www.standardwebhooks.com), by which a receiver knows the sender.
import { createHmac } from 'node:crypto';

/** Builds the headers of an attempt, with a signature for each secret that is in use. */
export function buildSignedHeaders(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
  secrets: readonly Buffer[],
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'countinghouse-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
