// Checks that the event of every acknowledged account and entry of the tenant with webhooks has reached each of its
// receivers, with a signature that holds: at once, by a retry, or out of the dead letters by a redrive.
import { createHmac } from 'node:crypto';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { AcceptedEvent } from '../webhooks/failing-receiver.ts';
import { SUBSCRIBED_TENANT } from '../webhooks/subscribed-webhooks.ts';
import type { SoakWebhook } from '../webhooks/subscribed-webhooks.ts';
import { listAllItems, repeatUntil, requireBody } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

/** The longest pause between two attempts, with what it may be longer. */
const LONGEST_PAUSE_MS = 27 * 3_600_000;

export const checkWebhooks: SoakCheck = async (state) => {
  const { receiver, webhooks } = state.subscribed;
  const { refused } = receiver;
  receiver.heal();
  const wanted = listWantedRecords(state);
  let dead = 0;
  for (const webhook of webhooks) {
    await waitUntilQueued(state, webhook, wanted);
    await deliverPending(state, webhook);
    await endSuspension(state, webhook);
    dead += await redriveDead(state, webhook);
  }
  const findings = webhooks.flatMap((webhook) => findReceiverFaults(state, webhook, wanted));
  const deliveries = wanted.size * webhooks.length;
  const subject = `${deliveries} events reached their webhooks, signed, after ${refused} failed attempts and ${dead} dead letters`;
  return { subject, findings };
};

/** The accounts and entries of which an event was to be sent. */
function listWantedRecords({ observations }: SoakState): ReadonlySet<string> {
  const own = observations.filter(({ tenant }) => tenant === SUBSCRIBED_TENANT);
  const records = own.map(deriveExpectedRecords);
  return new Set(records.flatMap(({ accounts, entries }) => [...accounts, ...entries.keys()]));
}

const listDeliveries = (
  state: SoakState,
  { id }: SoakWebhook,
  query: Readonly<Record<string, string>> = {},
): Promise<AnswerBody[]> =>
  listAllItems(state, SUBSCRIBED_TENANT, 'listWebhookDeliveries', {
    path: { webhookId: id },
    query,
  });

/** The publisher makes the deliveries some time after the records. */
async function waitUntilQueued(
  state: SoakState,
  webhook: SoakWebhook,
  wanted: ReadonlySet<string>,
): Promise<void> {
  await repeatUntil(`the events of ${webhook.id} have deliveries`, async () => {
    const queued = new Set((await listDeliveries(state, webhook)).map((one) => one.aggregate_id));
    return [...wanted].filter((record) => !queued.has(record)).length;
  });
}

/** Lets the retries send what waits, as if the time until each attempt had passed. */
async function deliverPending(state: SoakState, webhook: SoakWebhook): Promise<void> {
  await repeatUntil(`no delivery of ${webhook.id} waits`, async () => {
    const waiting = await listDeliveries(state, webhook, { state: 'PENDING' });
    if (waiting.length === 0) return 0;
    await state.advanceClock(LONGEST_PAUSE_MS);
    await state.rig.call('retry-webhooks', {});
    return waiting.length;
  });
}

/** A receiver that was gone gets a test, which it accepts. */
async function endSuspension(state: SoakState, webhook: SoakWebhook): Promise<void> {
  const path = { webhookId: webhook.id };
  const { suspended_at: since } = await requireBody(state, SUBSCRIBED_TENANT, 'getWebhook', {
    path,
  });
  if (since === undefined) return;
  await requireBody(state, SUBSCRIBED_TENANT, 'testWebhook', { path });
  await repeatUntil(`a test ends the suspension of ${webhook.id}`, async () => {
    await deliverPending(state, webhook);
    const read = await requireBody(state, SUBSCRIBED_TENANT, 'getWebhook', { path });
    return read.suspended_at === undefined ? 0 : 1;
  });
}

/** Redrives the dead letters until there are none, and returns how many there were. */
async function redriveDead(state: SoakState, webhook: SoakWebhook): Promise<number> {
  const path = { webhookId: webhook.id };
  const redriven = new Set<string>();
  await repeatUntil(`no dead letter of ${webhook.id} is left`, async () => {
    const dead = await listDeliveries(state, webhook, { state: 'DEAD' });
    if (dead.length === 0) return 0;
    for (const { event_id: id } of dead) redriven.add(id);
    await requireBody(state, SUBSCRIBED_TENANT, 'redriveWebhookDeliveries', { path, body: {} });
    await deliverPending(state, webhook);
    return dead.length;
  });
  return redriven.size;
}

function findReceiverFaults(
  { subscribed }: SoakState,
  { address, id, secret }: SoakWebhook,
  wanted: ReadonlySet<string>,
): string[] {
  const received = subscribed.receiver.accepted.filter((one) => one.address === address);
  const events = received.map(({ body }) => JSON.parse(body) as AnswerBody);
  const reached = new Set(events.map((event) => event.aggregate_id));
  return [
    ...[...wanted]
      .filter((record) => !reached.has(record))
      .map((record) => `${id}: no event of ${record} arrived`),
    ...received
      .filter((one) => !isSigned(one, secret))
      .map(({ headers }) => `${id}: the signature of ${headers['webhook-id']} does not hold`),
    ...events
      .filter(({ tenant_id: tenant }) => tenant !== SUBSCRIBED_TENANT)
      .map((event) => `${id}: ${event.id} of ${event.tenant_id} arrived`),
  ];
}

/** As Standard Webhooks defines it, and independently of the product. */
function isSigned({ headers, body }: AcceptedEvent, secret: string): boolean {
  const { 'webhook-id': event, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`${event}.${at}.${body}`).digest('base64');
  return event === (JSON.parse(body) as AnswerBody).id && signature === `v1,${mac}`;
}
