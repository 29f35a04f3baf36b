// Stands between the product and its engine and notes what each function asks and what it consumes.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpClient } from '../bench/load/http-client.ts';
import { startEndpoint } from '../../local/http/endpoint.ts';
import { CALLER_HEADER } from '../../local/iam/enforced-service.ts';
import { readConsumedUnits } from './consumed-units.ts';
import type { ConsumedUnits } from './consumed-units.ts';

export interface MeteredRequest extends ConsumedUnits {
  /** The function that asked, where roles are enforced; otherwise nobody. */
  readonly caller: string;
  readonly operation: string;
}

export interface MeteringProxy {
  readonly endpoint: string;
  /** What was asked since it was taken last. */
  take(): MeteredRequest[];
  stop(): Promise<void>;
}

// Belong to the connection, or are made anew with the body.
const DROPPED = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

export async function startMeteringProxy(engine: string): Promise<MeteringProxy> {
  const client = new HttpClient(engine);
  const metered: MeteredRequest[] = [];
  const { endpoint, stop } = await startEndpoint(async (incoming, outgoing) => {
    const body = await text(incoming);
    const operation = readOperation(incoming);
    const sent = operation === undefined ? body : requestUnits(body);
    const headers = pickHeaders(incoming);
    const answer = await client.send({ method: 'POST', path: '/', headers, body: sent });
    if (operation !== undefined && answer.status === 200) {
      const units = readConsumedUnits(operation, answer.text);
      metered.push({ caller: String(incoming.headers[CALLER_HEADER] ?? ''), operation, ...units });
    }
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(answer.text);
  });
  return {
    endpoint,
    take: () => metered.splice(0),
    async stop() {
      await stop();
      client.close();
    },
  };
}

/** What of the data is asked; nothing of streams and of the tables themselves. */
function readOperation({ headers }: IncomingMessage): string | undefined {
  const [service = '', operation] = String(headers['x-amz-target']).split('.');
  const isData =
    service.startsWith('DynamoDB_') && /Item|Query|Scan|Transact/.test(operation ?? '');
  return isData ? operation : undefined;
}

function requestUnits(body: string): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), ReturnConsumedCapacity: 'TOTAL' });
}

function pickHeaders({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !DROPPED.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}
