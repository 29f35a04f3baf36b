// A receiver of webhooks that refuses some events, hangs up on others, and at one of its addresses says that it is
// gone, until it is healed.
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the receiver has accepted. */
export interface AcceptedEvent {
  readonly address: ReceiverAddress;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** `failing` fails now and then; `gone` is gone, so that its events become dead letters. */
export const RECEIVER_ADDRESSES = ['failing', 'gone'] as const;
export type ReceiverAddress = (typeof RECEIVER_ADDRESSES)[number];

export interface FailingReceiver {
  readonly accepted: readonly AcceptedEvent[];
  /** How many requests it did not accept. */
  readonly refused: number;
  urlOf(address: ReceiverAddress): string;
  /** From now on it accepts all. */
  heal(): void;
  stop(): Promise<void>;
}

const REFUSED_SHARE = 0.3;
const LOST_SHARE = 0.15;

export async function startFailingReceiver(draw: () => number): Promise<FailingReceiver> {
  const accepted: AcceptedEvent[] = [];
  let refused = 0;
  let isHealed = false;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const address = request.url === '/gone' ? 'gone' : 'failing';
    const answer = isHealed ? acceptEvent : chooseAnswer(address, draw());
    if (answer === acceptEvent) accepted.push({ address, headers: request.headers, body });
    else refused += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    accepted,
    get refused() {
      return refused;
    },
    urlOf: (address) => `http://127.0.0.1:${port}/${address}`,
    heal: () => void (isHealed = true),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type GivenAnswer = (response: ServerResponse) => void;

const acceptEvent: GivenAnswer = (response) => void response.writeHead(204).end();
const refuseEvent: GivenAnswer = (response) => void response.writeHead(503).end('Down.');
const sayGone: GivenAnswer = (response) => void response.writeHead(410).end();
const hangUp: GivenAnswer = (response) => void response.socket?.destroy();

function chooseAnswer(address: ReceiverAddress, drawn: number): GivenAnswer {
  if (address === 'gone') return sayGone;
  if (drawn < LOST_SHARE) return hangUp;
  return drawn < LOST_SHARE + REFUSED_SHARE ? refuseEvent : acceptEvent;
}
