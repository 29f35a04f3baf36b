// Follows what a local stack publishes, and prints or forwards it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildBusFile, parseBusEvent } from '../../local/events/event-buses.ts';
import { followLines } from '../../local/events/follow-file.ts';
import { findStackFile } from '../administration/running-stack.ts';
import { UsageError } from '../command-definition.ts';
import { openRunningStack, refuseTwoLedgers } from '../selection/select-stage.ts';
import type { ProfileFlags } from '../selection/select-stage.ts';
import { generateSecret, webhookForwarder } from './webhook-forwarder.ts';

export interface FollowFlags extends ProfileFlags {
  /** Each line is JSON, also of what an address answered. */
  readonly json?: boolean | undefined;
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
  if (url !== undefined && !(/^https?:/i.test(url) && URL.canParse(url))) {
    throw new UsageError(`--forward-to takes an address like http://localhost:8080, not "${url}".`);
  }
  const { secret = generateSecret() } = flags;
  const forward = url === undefined ? undefined : webhookForwarder(url, secret);
  const events = await readEvents(flags);
  if (forward === undefined) {
    for await (const { detail } of events) process.stdout.write(`${JSON.stringify(detail)}\n`);
    return;
  }
  const signedWith = flags.secret === undefined ? secret : 'the given secret';
  process.stderr.write(`Forwards to ${url}, signed with ${signedWith}\n`);
  for await (const { type, detail } of events) {
    const id = String(detail.id);
    const answer = await forward(id, detail);
    const line = flags.json ? JSON.stringify({ id, type, answer }) : `${id} ${type}: ${answer}`;
    process.stdout.write(`${line}\n`);
  }
}

async function readEvents(flags: FollowFlags): Promise<AsyncGenerator<PublishedEvent>> {
  refuseTwoLedgers(flags);
  if (flags.profile !== undefined) {
    throw new Error('A stage publishes to its event bus: subscribe there (docs/events.md).');
  }
  const { bus } = (await openRunningStack(flags)).stream_consumers;
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
