// Follows what a local stack publishes, and prints or forwards it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildBusFile, parseBusEvent } from '../../local/events/event-buses.ts';
import { followLines } from '../../local/events/follow-file.ts';
import { findStackFile, readRunningStack } from '../administration/running-stack.ts';
import type { StackFlags } from '../administration/running-stack.ts';
import { generateSecret, webhookForwarder } from './webhook-forwarder.ts';

export interface FollowFlags extends StackFlags {
  readonly all?: boolean | undefined;
  readonly type?: string | undefined;
  readonly bus?: string | undefined;
  readonly 'forward-to'?: string | undefined;
  readonly secret?: string | undefined;
}

interface PublishedEvent {
  readonly type: string;
  readonly detail: { readonly id?: string };
}

/** Prints each event as a line of JSON, or what the address answered to it, until the process ends. */
export async function followEvents(flags: FollowFlags): Promise<void> {
  const url = flags['forward-to'];
  if (url !== undefined && !URL.canParse(url)) throw new Error(`${url} is not an address.`);
  const events = readEvents(flags);
  if (url === undefined) {
    for await (const { detail } of events) process.stdout.write(`${JSON.stringify(detail)}\n`);
    return;
  }
  const secret = flags.secret ?? generateSecret();
  const forward = webhookForwarder(url, secret);
  process.stderr.write(`Forwards to ${url}, signed with ${secret}\n`);
  for await (const { type, detail } of events) {
    const id = String(detail.id);
    process.stdout.write(`${id} ${type}: ${await forward(id, detail)}\n`);
  }
}

function readEvents(flags: FollowFlags): AsyncGenerator<PublishedEvent> {
  const { bus } = readRunningStack(flags).stream_consumers;
  const file = buildBusFile(join(dirname(findStackFile(flags)), 'events'), flags.bus ?? bus);
  // The stack creates the file with the first event of its bus.
  if (flags.bus !== undefined && flags.bus !== bus && !existsSync(file)) {
    throw new Error(`The stack has published no event to a bus ${flags.bus}; its bus is ${bus}.`);
  }
  return selectEvents(followLines(file, { fromBeginning: flags.all ?? false }), flags.type);
}

async function* selectEvents(
  lines: AsyncIterable<string>,
  wanted: string | undefined,
): AsyncGenerator<PublishedEvent> {
  for await (const line of lines) {
    const event = parseBusEvent(line);
    if (event === undefined) continue;
    const { 'detail-type': type, detail } = event;
    if (wanted === undefined || wanted === type)
      yield { type, detail: detail as PublishedEvent['detail'] };
  }
}
