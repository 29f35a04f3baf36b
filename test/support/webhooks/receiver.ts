// A receiver of webhooks on this machine, which answers as its test says.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type ReceiverReply = (
  response: ServerResponse,
  event: ReceivedEvent,
  request: IncomingMessage,
) => void;

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Sets how it answers from now on. */
  answerBy(reply: ReceiverReply): void;
  stop(): Promise<void>;
}

export const accept: ReceiverReply = (response) => void response.writeHead(204).end();

export const refuseWith =
  (status: number, text = ''): ReceiverReply =>
  (response) =>
    void response.writeHead(status).end(text);

/** Answers nothing, and hangs up. */
export const hangUp: ReceiverReply = (_, __, request) => void request.socket.destroy();

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  let reply = accept;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const headers = request.headers as Record<string, string>;
    const event = { path: request.url ?? '', headers, body };
    received.push(event);
    reply(response, event, request);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerBy: (next) => void (reply = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
