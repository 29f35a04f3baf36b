// What is known of a receiver when attempts for two events end in another order than they were made.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attemptDelivery } from '../../functions/webhooks/attempt-delivery.ts';
import { readStreamedDelivery } from '../../functions/ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../../functions/ledger/webhooks/deliveries.ts';
import { toStreamRecords } from '../support/projections/projections.ts';
import { readAllItems } from '../support/stack/tables.ts';
import { accept, refuseWith } from '../support/webhooks/receiver.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

const FIVE_DAYS_MS = 5 * 86_400_000;

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
afterAll(() => rig.stop());

/** Deliveries of tests of the webhook, which were not attempted yet. */
async function queueTests(webhookId: string, count: number): Promise<OwnedDelivery[]> {
  for (let index = 0; index < count; index += 1)
    await rig.ledger.call('testWebhook', { path: { webhookId } });
  await rig.publish();
  return toStreamRecords(await readAllItems(rig.ledger.tables.webhooks))
    .flatMap(({ dynamodb }) => readStreamedDelivery(dynamodb?.NewImage ?? {}) ?? [])
    .filter(({ delivery }) => delivery.webhookId === webhookId && delivery.fresh === 'Y');
}

/** Starts an attempt that ends when its receiver answers at last, as the function that is returned has it do. */
async function startSlowAttempt(owned: OwnedDelivery): Promise<(status: number) => Promise<void>> {
  const reached = Promise.withResolvers<ServerResponse>();
  rig.receiver.answerBy((response) => reached.resolve(response));
  const attempt = attemptDelivery(rig.sender, owned);
  const response = await reached.promise;
  return async (status) => {
    response.writeHead(status).end();
    await attempt;
  };
}

const readWebhook = async (webhookId: string) =>
  (await rig.ledger.call('getWebhook', { path: { webhookId } })).body;

test('a failure that took long does not suspend a receiver that has taken a newer event', async () => {
  const webhookId = await rig.create({ event_types: ['controls.replaced'] });
  const [first, slow, quick] = await queueTests(webhookId, 3);
  if (!first || !slow || !quick) throw new Error('There are too few deliveries.');
  rig.receiver.answerBy(refuseWith(503));
  await attemptDelivery(rig.sender, first);
  const failing = await readWebhook(webhookId);
  rig.advance(FIVE_DAYS_MS);
  const end = await startSlowAttempt(slow);
  rig.advance(1_000);
  rig.receiver.answerBy(accept);
  await attemptDelivery(rig.sender, quick);
  await end(503);

  expect(failing).toMatchObject({ failing_since: expect.any(String) });
  const webhook = await readWebhook(webhookId);
  expect(webhook).not.toHaveProperty('suspended_at');
  expect(webhook).not.toHaveProperty('failing_since');
});

test('an event that was taken slowly does not resume a receiver that has said since that it is gone', async () => {
  const webhookId = await rig.create({ event_types: ['controls.replaced'] });
  const [first, slow, quick] = await queueTests(webhookId, 3);
  if (!first || !slow || !quick) throw new Error('There are too few deliveries.');
  rig.receiver.answerBy(refuseWith(503));
  await attemptDelivery(rig.sender, first);
  const end = await startSlowAttempt(slow);
  rig.advance(1_000);
  rig.receiver.answerBy(refuseWith(410));
  await attemptDelivery(rig.sender, quick);
  await end(204);

  expect(await readWebhook(webhookId)).toMatchObject({
    failing_since: expect.any(String),
    suspended_at: expect.any(String),
  });
});

test('of two failures at once, one is noted, and what the other would add to it', async () => {
  const webhookId = await rig.create({ event_types: ['controls.replaced'] });
  const [slow, quick] = await queueTests(webhookId, 2);
  if (!slow || !quick) throw new Error('There are too few deliveries.');
  const end = await startSlowAttempt(slow);
  rig.receiver.answerBy(refuseWith(503));
  // Made long before the slow one, but ended and noted while that was under way.
  await attemptDelivery({ ...rig.sender, now: () => new Date(0) }, quick);
  await end(410);

  expect(await readWebhook(webhookId)).toMatchObject({
    failing_since: new Date(0).toISOString(),
    suspended_at: expect.any(String),
  });
});

test('a test resumes a receiver that a clock far ahead has suspended, after the clock was set', async () => {
  const webhookId = await rig.create({ event_types: ['controls.replaced'] });
  const [gone, tested] = await queueTests(webhookId, 2);
  if (!gone || !tested) throw new Error('There are too few deliveries.');
  rig.receiver.answerBy(refuseWith(410));
  await attemptDelivery({ ...rig.sender, now: () => new Date('2999-01-01T00:00:00Z') }, gone);
  const suspended = await readWebhook(webhookId);
  rig.receiver.answerBy(accept);
  await attemptDelivery(rig.sender, tested);

  expect(suspended).toMatchObject({ suspended_at: '2999-01-01T00:00:00.000Z' });
  expect(await readWebhook(webhookId)).not.toHaveProperty('suspended_at');
});
