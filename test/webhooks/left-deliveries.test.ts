// Deliveries that are not sent now: the webhook was turned off, the time of the run is over, or the store has failed.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LEASE_MS } from '../../functions/domain/webhooks/deliveries.ts';
import { queueDeliveries } from '../../functions/publisher/queue-deliveries.ts';
import { toReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import { DueReader } from '../../functions/webhooks/due-reader.ts';
import { retryDueDeliveries } from '../../functions/webhooks/retry-due-deliveries.ts';
import { readReceipts, toStreamRecords } from '../support/projections/projections.ts';
import { asTenant, openAccount } from '../support/stack/ledger.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

const MEMBERS = { event_types: ['account.created'] };

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
beforeEach(() => void rig.receiver.received.splice(0));
afterAll(() => rig.stop());

test('what waits for a webhook that is turned off is not sent, and needs no one', async () => {
  const webhookId = await rig.create(MEMBERS);
  const accountId = await openAccount(rig.ledger);
  await rig.publish();
  const path = { webhookId };
  const body = { url: rig.receiver.url, ...MEMBERS, enabled: false, version: 1 };
  expect((await rig.ledger.call('replaceWebhook', { path, body })).status).toBe(200);

  expect(await rig.sendFresh()).toMatchObject({ abandoned: 1, delivered: 0, lost: 0 });
  expect(await rig.readDelivery(webhookId)).toMatchObject({
    aggregate_id: accountId,
    state: 'DEAD',
    failure: 'WEBHOOK_DISABLED',
    attempts: [],
  });
  expect(rig.receiver.received).toEqual([]);

  // A test shows whether the receiver works, before the webhook is turned on again.
  await rig.ledger.call('testWebhook', { path });
  await rig.publish();
  expect(await rig.sendFresh()).toMatchObject({ delivered: 1 });
  expect(rig.receiver.received.map(({ body: sent }) => JSON.parse(sent).type)).toEqual([
    'webhook.tested',
  ]);
});

test('no attempt starts when the time of a run is over, and the next run has all', async () => {
  await rig.create(MEMBERS, { tenant: 'globex' });
  for (let count = 0; count < 2; count += 1) await openAccount(rig.ledger, { tenant: 'globex' });
  await rig.publish();
  rig.advance(LEASE_MS + 1);

  const run = { remainingMs: () => 0, reader: new DueReader(), onFailure: () => undefined };
  expect(await retryDueDeliveries(rig.sender, run)).toMatchObject({ postponed: 2, delivered: 0 });
  expect(rig.receiver.received).toEqual([]);

  expect(await rig.retry()).toMatchObject({ postponed: 0, delivered: 2 });
  expect(rig.receiver.received).toHaveLength(2);
});

test('receipts whose deliveries cannot be stored are retried, each of them', async () => {
  await rig.create(MEMBERS, { tenant: 'hooli' });
  const { call } = asTenant(rig.ledger, 'hooli');
  const ids = [await openAccount({ call }), await openAccount({ call })];
  const streamed = toStreamRecords(await readReceipts(rig.ledger, 'hooli'));
  const records = streamed.flatMap((record) => toReceiptRecord(record) ?? []);

  const failed = await queueDeliveries({ ...rig.store, webhooksTable: 'nowhere' }, records);

  const events = [...failed.keys()].flatMap(({ receipt }) => receipt?.events ?? []);
  expect(events.map(({ aggregateId }) => aggregateId).toSorted()).toEqual(ids.toSorted());
});
