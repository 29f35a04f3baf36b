// A local EventBridge: PutEvents appends each event to the NDJSON file of its bus, as a target would
// receive it.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import type { ServiceCalls } from '../http/json-service.ts';
import { ServiceError } from '../http/service-error.ts';
import { LogFile } from '../lambda/log-file.ts';

export const BUS_TYPES = ['AWS::Events::EventBus'];

interface BusEntry {
  readonly EventBusName?: string;
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  /** Seconds since 1970. */
  readonly Time?: number;
}

const ENTRIES_MAX = 10;
const BYTES_MAX = 256 * 1024;

/** Without a folder, published events are dropped. */
export async function startEventBuses(
  buses: DeployedResource[],
  folder: string | undefined,
  log?: (line: string) => void,
): Promise<Endpoint> {
  const byName = new Map(buses.map((bus) => [bus.ref, bus]));
  const put = (entry: BusEntry, lines: Map<string, string>) => {
    const bus = byName.get(/[^/]+$/.exec(entry.EventBusName ?? 'default')?.[0] ?? '');
    if (!bus) return { ErrorCode: 'InvalidArgument', ErrorMessage: 'There is no such event bus.' };
    const event = toEvent(entry, bus);
    if (!event) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    lines.set(bus.ref, `${lines.get(bus.ref) ?? ''}${JSON.stringify(event)}\n`);
    return { EventId: event.id };
  };
  const calls: ServiceCalls = {
    PutEvents({ Entries }) {
      const lines = new Map<string, string>();
      const answers = requireValidEntries(Entries as BusEntry[] | undefined).map((entry) =>
        put(entry, lines),
      );
      if (folder !== undefined) appendLines(folder, lines);
      const failed = answers.filter((one) => 'ErrorCode' in one).length;
      return { FailedEntryCount: failed, Entries: answers };
    },
  };
  return startJsonService(calls, log);
}

/** The path of the file that stores a bus's events. */
export function buildBusFile(folder: string, name: string): string {
  return join(folder, `${name}.ndjson`);
}

export interface BusEvent {
  readonly 'detail-type': string;
  readonly detail: unknown;
}

/**
 * The event of a line of a bus's file. Undefined for the start of one, from a full disk or a kill: its
 * call failed, so it is published again.
 */
export function parseBusEvent(line: string): BusEvent | undefined {
  try {
    return JSON.parse(line) as BusEvent;
  } catch {
    return undefined;
  }
}

function appendLines(folder: string, lines: ReadonlyMap<string, string>) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of lines) {
    const file = new LogFile(buildBusFile(folder, name), Number.POSITIVE_INFINITY);
    try {
      file.append(text);
    } finally {
      file.close();
    }
  }
}

function toEvent(entry: BusEntry, { account, region }: DeployedResource) {
  const detail = parseDetail(entry);
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

function parseDetail({ Detail: text = '' }: BusEntry): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requireValidEntries(entries: readonly BusEntry[] = []): readonly BusEntry[] {
  const bytes = entries.reduce((sum, { Detail: text = '' }) => sum + Buffer.byteLength(text), 0);
  if (entries.length > 0 && entries.length <= ENTRIES_MAX && bytes <= BYTES_MAX) return entries;
  throw new ServiceError('ValidationException', 'The request is not a valid PutEvents.');
}
