// A receiver of webhooks.
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface WebhookDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers the deliveries with the statuses, one after the other. */
export async function startReceiver(...statuses: number[]) {
  const deliveries: WebhookDelivery[] = [];
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body });
      answer.writeHead(statuses[deliveries.length - 1] ?? 500).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, deliveries, close: () => server.close() };
}

/** Waits until the text has what the pattern describes, and returns that. */
export async function waitFor(readText: () => string, pattern: RegExp): Promise<string> {
  for (;;) {
    const [found] = pattern.exec(readText()) ?? [];
    if (found !== undefined) return found;
    await sleep(20);
  }
}
