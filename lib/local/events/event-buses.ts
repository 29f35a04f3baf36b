// The EventBridge of this machine: PutEvents appends to a file of NDJSON for each bus of the
// template, a line as a subscriber's target would get it.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';

export const busTypes = ['AWS::Events::EventBus'];

export type EventBuses = { endpoint: string; stop(): Promise<void> };

type Entry = {
  EventBusName?: string;
  Source?: string;
  DetailType?: string;
  Detail?: string;
  /** Seconds. */
  Time?: number;
};

const entriesMax = 10;
const bytesMax = 256 * 1024;

/** Without a folder what is published is gone. */
export async function startEventBuses(
  buses: DeployedResource[],
  folder: string | undefined,
): Promise<EventBuses> {
  const byName = new Map(buses.map((bus) => [bus.ref, bus]));
  const put = (entry: Entry) => {
    const bus = byName.get(/[^/]+$/.exec(entry.EventBusName ?? 'default')?.[0] ?? '');
    if (!bus) return { ErrorCode: 'InvalidArgument', ErrorMessage: 'There is no such event bus.' };
    const event = eventOf(entry, bus);
    if (!event) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    if (folder !== undefined) append(folder, bus.ref, event);
    return { EventId: event.id };
  };
  const server = createServer((request, response) => {
    answer(put, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The file that a bus is kept in. */
export function busFile(folder: string, name: string): string {
  return join(folder, `${name}.ndjson`);
}

function append(folder: string, name: string, event: object) {
  mkdirSync(folder, { recursive: true });
  appendFileSync(busFile(folder, name), `${JSON.stringify(event)}\n`);
}

function eventOf(entry: Entry, { account, region }: DeployedResource) {
  const detail = detailOf(entry);
  if (typeof detail !== 'object' || detail === null) return undefined;
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': entry.DetailType,
    source: entry.Source,
    account,
    time: new Date((entry.Time ?? Date.now() / 1_000) * 1_000).toISOString(),
    region,
    resources: [],
    detail,
  };
}

function detailOf({ Detail: text = '' }: Entry): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answer(
  put: (entry: Entry) => object,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const { Entries: entries = [] } = JSON.parse(body.toString('utf8')) as { Entries?: Entry[] };
  const isPut = request.headers['x-amz-target'] === 'AWSEvents.PutEvents';
  const bytes = entries.reduce((sum, { Detail: text = '' }) => sum + Buffer.byteLength(text), 0);
  if (!isPut || entries.length === 0 || entries.length > entriesMax || bytes > bytesMax) {
    return send(response, 400, {
      __type: 'ValidationException',
      message: 'Not a valid PutEvents.',
    });
  }
  const answers = entries.map(put);
  const failed = answers.filter((one) => 'ErrorCode' in one).length;
  send(response, 200, { FailedEntryCount: failed, Entries: answers });
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
