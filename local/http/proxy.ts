// An HTTP proxy in front of a service. A stage receives each request and decides what happens: it may
// change or delay the request, answer it or leave it unanswered, and change the service's answer.
import { Agent, request as httpRequest } from 'node:http';
import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { startEndpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';

export interface ProxiedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The caller's stream, or a body that a stage has read. */
  readonly body: Readable | Buffer | string;
}

export interface ProxiedAnswer {
  readonly status: number;
  /** By name, or as the service sent them: names and values alternate. */
  readonly headers: OutgoingHttpHeaders | string[];
  /** If a stream fails, the connection is closed after the bytes sent so far. */
  readonly body: Readable | Buffer | string;
}

export interface BufferedAnswer extends ProxiedAnswer {
  readonly body: Buffer;
}

export interface ProxiedService {
  /** Returns the answer as a stream. Aborts the request when the caller disconnects. */
  pass(request: ProxiedRequest): Promise<ProxiedAnswer>;
  /** Returns the complete answer. The service carries out the request even if the caller disconnects. */
  carryOut(request: ProxiedRequest): Promise<BufferedAnswer>;
}

/** `broken` closes the connection without an answer, `silent` leaves the caller waiting. */
export type StageResult = ProxiedAnswer | 'broken' | 'silent';

/** An error closes the connection, as when a service cannot be reached. */
export type ProxyStage = (
  request: ProxiedRequest,
  service: ProxiedService,
) => Promise<StageResult> | StageResult;

/** `locate` is called for each request, because the service's address may change. */
export async function startProxy(locate: () => URL, stage: ProxyStage): Promise<Endpoint> {
  const agent = new Agent({ keepAlive: true });
  const send: RequestSender = (request, answered) =>
    sendRequest(request, locate(), agent, answered);
  const { endpoint, stop } = await startEndpoint((incoming, outgoing) => {
    void runStage(stage, send, incoming, outgoing);
  });
  return {
    endpoint,
    async stop() {
      await stop();
      agent.destroy();
    },
  };
}

/** Uses events, which cost less than a stream's iterator: every call of a function comes through here. */
export function readBody({ body }: Pick<ProxiedRequest, 'body'>): Promise<Buffer> {
  if (!(body instanceof Readable)) return Promise.resolve(Buffer.from(body));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    body.on('error', reject);
  });
}

/** Builds an answer in the JSON protocol of AWS services. */
export function buildJsonAnswer(status: number, body: object): ProxiedAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status, headers, body: JSON.stringify(body) };
}

type RequestSender = (
  request: ProxiedRequest,
  answered: (answer: ProxiedAnswer) => void,
) => ClientRequest;

async function runStage(
  stage: ProxyStage,
  send: RequestSender,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method, url: path, headers } = incoming;
  try {
    const request = { method, path, headers, body: incoming };
    sendAnswer(outgoing, await stage(request, buildService(send, outgoing)));
  } catch {
    outgoing.destroy();
  }
}

function buildService(send: RequestSender, outgoing: ServerResponse): ProxiedService {
  return {
    pass: (request) =>
      new Promise((resolve, reject) => {
        const onward = send(request, resolve).on('error', reject);
        outgoing.on('close', () => outgoing.writableEnded || onward.destroy());
      }),
    carryOut: async (request) => {
      const answer = await new Promise<ProxiedAnswer>((resolve, reject) => {
        send(request, resolve).on('error', reject);
      });
      return { ...answer, body: await readBody(answer) };
    },
  };
}

function sendRequest(
  { method, path, headers, body }: ProxiedRequest,
  { hostname, port }: URL,
  agent: Agent,
  answered: (answer: ProxiedAnswer) => void,
): ClientRequest {
  const isStream = body instanceof Readable;
  const own = isStream ? headers : fitHeaders(headers, Buffer.byteLength(body));
  const onward = httpRequest({ hostname, port, agent, method, path, headers: own }, (answer) =>
    answered({ status: answer.statusCode ?? 500, headers: answer.rawHeaders, body: answer }),
  );
  return isStream ? body.pipe(onward) : onward.end(body);
}

function fitHeaders(headers: IncomingHttpHeaders, length: number): OutgoingHttpHeaders {
  const own: OutgoingHttpHeaders = { ...headers, 'content-length': length };
  delete own['transfer-encoding'];
  return own;
}

function sendAnswer(outgoing: ServerResponse, answer: StageResult): void {
  if (answer === 'silent') return;
  if (answer === 'broken') return void outgoing.destroy();
  const { status, headers, body } = answer;
  if (!(body instanceof Readable)) return void outgoing.writeHead(status, headers).end(body);
  // An unread stream would keep its connection to the service open.
  if (outgoing.destroyed) return void body.destroy();
  outgoing.writeHead(status, headers);
  body.on('error', () => outgoing.socket?.destroySoon());
  body.pipe(outgoing);
}
