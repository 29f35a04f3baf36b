// Stands between the product and its engine and writes down what the product asks, so that the same
// requests can be sent to the engine without the product.
import type { IncomingMessage } from 'node:http';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import { HttpClient } from './http-client.ts';
import type { HttpRequest } from './http-client.ts';

export interface RecordedRequest extends HttpRequest {
  /** Requests of one group were under way at the same time. */
  readonly group: number;
}

export interface RecordingProxy {
  readonly endpoint: string;
  /** What the engine did, in the order of asking. What it refused is left out. */
  take(): RecordedRequest[];
  stop(): Promise<void>;
}

// Belong to the connection, or are made anew with the body.
const DROPPED = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

export async function startRecordingProxy(engine: string): Promise<RecordingProxy> {
  const client = new HttpClient(engine);
  let recorded: RecordedRequest[] = [];
  let underWay = 0;
  let group = 0;
  const { endpoint, stop } = await startEndpoint(async (incoming, outgoing) => {
    if (underWay === 0) group += 1;
    underWay += 1;
    const own = group;
    const headers = pickHeaders(incoming);
    const body = await readBody(incoming);
    const request = { method: 'POST', path: '/', headers, body, group: own };
    const { status, text } = await client.send(request);
    if (status === 200 && isDataRequest(request)) recorded.push(request);
    underWay -= 1;
    outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  return {
    endpoint,
    take: () => recorded.splice(0),
    async stop() {
      await stop();
      client.close();
    },
  };
}

// Streams are read by the product on its own account, and looking for tables changes nothing.
function isDataRequest({ headers }: HttpRequest): boolean {
  const target = headers['x-amz-target'] ?? '';
  return target.startsWith('DynamoDB_') && !/\.(List|Describe)/.test(target);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function pickHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers = Object.entries(incoming.headers).filter(([name]) => !DROPPED.has(name));
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}
