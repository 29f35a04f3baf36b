// Samples of webhooks. Their receiver does not exist, so that each delivery waits for another attempt.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { createSample, waitFor } from '../sample.ts';
import type { Sample, SampleContext } from '../sample.ts';

/** The publisher makes a delivery within moments, unless it is behind. */
const TIMEOUT_MS = 180_000;

/** A webhook that gets few events, at an address that no one can have. */
export function buildWebhookBody(members: object = {}) {
  return {
    url: 'https://ledger-events.bank.example/hooks',
    event_types: ['controls.replaced', 'general_ledger_period.closed'],
    description: 'The data warehouse',
    ...members,
  };
}

interface ListedWebhook {
  readonly id: string;
}

/** Well below as many as a tenant may have. */
const ROOM_FROM = 12;
const ROOM_MADE = 8;

// Samples run any number of times, so the oldest webhooks make room for others.
async function makeRoom({ call }: SampleContext): Promise<void> {
  const { items } = (await call('listWebhooks')) as { items: readonly ListedWebhook[] };
  if (items.length < ROOM_FROM) return;
  for (const { id } of items.slice(0, ROOM_MADE)) {
    // Another context may have deleted it meanwhile.
    await call('deleteWebhook', { path: { webhookId: id } }).catch(() => undefined);
  }
}

async function createSampleWebhook(context: SampleContext): Promise<string> {
  await makeRoom(context);
  return createSample(context, 'createWebhook', { body: buildWebhookBody() });
}

const buildWebhookPath = async (context: SampleContext) => ({
  path: { webhookId: await createSampleWebhook(context) },
});

/** A webhook with the delivery of a test, which the publisher makes moments later. */
async function createDelivery(context: SampleContext) {
  const path = { webhookId: await createSampleWebhook(context) };
  await context.call('testWebhook', { path });
  const findDelivery = async () => {
    const page = await context.call('listWebhookDeliveries', { path });
    const [delivery] = (page as { items: readonly { event_id: string }[] }).items;
    return delivery && { ...path, eventId: delivery.event_id };
  };
  const late = `The test of ${path.webhookId} has no delivery: the publisher is behind.`;
  return waitFor(findDelivery, { timeoutMs: TIMEOUT_MS, late });
}

export const webhookSamples = {
  listWebhooks: async (context) => {
    await createSampleWebhook(context);
    return {};
  },
  createWebhook: async (context) => {
    await makeRoom(context);
    return { body: buildWebhookBody() };
  },
  getWebhook: buildWebhookPath,
  replaceWebhook: async (context) => ({
    ...(await buildWebhookPath(context)),
    body: buildWebhookBody({ event_types: ['*'], enabled: false, version: 1 }),
  }),
  deleteWebhook: buildWebhookPath,
  revealWebhookSecret: buildWebhookPath,
  rotateWebhookSecret: buildWebhookPath,
  testWebhook: buildWebhookPath,
  listWebhookDeliveries: async (context) => {
    const { webhookId } = await createDelivery(context);
    return { path: { webhookId }, query: { limit: '20' } };
  },
  getWebhookDelivery: async (context) => ({ path: await createDelivery(context) }),
  redriveWebhookDeliveries: async (context) => {
    const { webhookId, eventId } = await createDelivery(context);
    return { path: { webhookId }, body: { event_ids: [eventId] } };
  },
} satisfies Partial<Record<OperationName, Sample>>;
