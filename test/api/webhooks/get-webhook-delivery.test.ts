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

async function sendTest(): Promise<void> {
  await rig.ledger.call('testWebhook', { path: { webhookId } });
  await rig.publish();
  await rig.sendFresh();
}

test('reads a delivery with its attempts', async () => {
  await sendTest();
  const { event_id: eventId } = await rig.readDelivery(webhookId);
  const path = { webhookId, eventId };
  const { status, body } = await rig.ledger.call('getWebhookDelivery', { path });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    event_id: eventId,
    event_type: 'webhook.tested',
    state: 'DELIVERED',
    attempts: [{ status: 204 }],
  });
});

test('finds neither an unknown one nor that of another tenant', async () => {
  const { event_id: eventId } = await rig.readDelivery(webhookId);
  const path = { webhookId, eventId };
  for (const options of [
    { path: { webhookId, eventId: 'evt_x' } },
    { path: { webhookId: 'whk_x', eventId } },
    { path, tenant: 'globex' },
  ]) {
    const { body } = await rig.ledger.call('getWebhookDelivery', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_delivery_not_found' });
  }
});
