import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, openAccount } from '../../support/stack/ledger.ts';
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

/** Leaves a dead letter of each entry: the webhook is turned off before they are sent. */
async function leaveDeadLetters(entries: number): Promise<{ readonly webhookId: string }> {
  const members = { event_types: ['journal_entry.posted'] };
  const path = { webhookId: await rig.create(members) };
  const account = await openAccount(rig.ledger);
  for (let left = entries; left > 0; left -= 25) {
    const batch = Array.from({ length: Math.min(left, 25) }, () => credit(account, '1.00'));
    await rig.ledger.call('postJournalEntries', { body: { entries: batch } });
  }
  await rig.publish();
  const body = { url: rig.receiver.url, ...members, enabled: false, version: 1 };
  await rig.ledger.call('replaceWebhook', { path, body });
  expect(await rig.sendFresh()).toMatchObject({ abandoned: entries });
  return path;
}

test('without a name, takes the oldest hundred dead letters in their order, and says that there are more', async () => {
  const path = await leaveDeadLetters(101);
  const query = { limit: '1' };
  const newest = (await rig.ledger.call('listWebhookDeliveries', { path, query })).body.items[0];

  const { body } = await redrive({}, { path });

  expect(body.has_more).toBe(true);
  expect(body.event_ids).toHaveLength(100);
  expect(body.event_ids).toEqual(body.event_ids.toSorted());
  expect(body.event_ids).not.toContain(newest.event_id);
});

test('refuses an event that the webhook did not get, and a webhook of another tenant', async () => {
  const unknown = await redrive({ event_ids: ['evt_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'] });
  const foreign = await redrive({}, { tenant: 'globex' });

  expect(unknown.body).toMatchObject({ statusCode: 404, code: 'webhook_delivery_not_found' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
});
