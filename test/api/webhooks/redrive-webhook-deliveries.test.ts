import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWebhookRig } from '../../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../../support/webhooks/webhook-rig.ts';

let rig: WebhookRig;
let webhookId: string;
beforeAll(async () => {
  rig = await startWebhookRig();
  webhookId = await rig.create({ event_types: ['controls.replaced'] });
});
afterAll(() => rig.stop());

async function sendTest(id = webhookId): Promise<void> {
  await rig.ledger.call('testWebhook', { path: { webhookId: id } });
  await rig.publish();
  await rig.sendFresh();
}

const redrive = (body: object, options: object = {}) =>
  rig.ledger.call('redriveWebhookDeliveries', { path: { webhookId }, body, ...options });

test('sends a named event again, even one that was delivered', async () => {
  await sendTest();
  const { event_id: eventId } = await rig.readDelivery(webhookId);
  const { status, body } = await redrive({ event_ids: [eventId] });
  await rig.publish();
  await rig.sendFresh();

  expect(status).toBe(202);
  expect(body).toEqual({ webhook_id: webhookId, event_ids: [eventId], has_more: false });
  expect(rig.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    eventId,
    eventId,
  ]);
});

test('sends an event again once, even if the stream brings the redrive again', async () => {
  const path = { webhookId: await rig.create({ event_types: ['controls.replaced'] }) };
  await sendTest(path.webhookId);
  const { event_id: eventId } = await rig.readDelivery(path.webhookId);
  await redrive({ event_ids: [eventId] }, { path });
  for (const again of [false, true, true]) {
    await rig.publish({ again });
    await rig.sendFresh();
  }

  const { attempts } = await rig.readDelivery(path.webhookId);
  expect(attempts).toMatchObject([{ status: 204 }, { status: 204 }]);
});

test('names no event when there is no dead letter', async () => {
  expect((await redrive({})).body.event_ids).toEqual([]);
});

test('refuses an event that the webhook did not get, and a webhook of another tenant', async () => {
  const unknown = await redrive({ event_ids: ['evt_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'] });
  const foreign = await redrive({}, { tenant: 'globex' });

  expect(unknown.body).toMatchObject({ statusCode: 404, code: 'webhook_delivery_not_found' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
});
