// What a run of the retries takes where more is due than it can take.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LEASE_MS } from '../../functions/domain/webhooks/deliveries.ts';
import { openAccount } from '../support/stack/ledger.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
afterAll(() => rig.stop());

test('the backlog of one webhook keeps no other out of a run', async () => {
  const members = { event_types: ['account.created'] };
  const silent = await rig.create({ ...members, url: 'http://127.0.0.1:9/' });
  for (let count = 0; count < 30; count += 1) await openAccount(rig.ledger);
  const others = ['birch', 'cedar', 'willow'];
  for (const tenant of others) {
    await rig.create(members, { tenant });
    await openAccount(rig.ledger, { tenant });
  }
  await rig.publish();
  rig.advance(LEASE_MS + 1);
  const totals = await rig.retry(12);

  // Each of the four webhooks has a share of three.
  expect(totals).toMatchObject({ delivered: 3, unanswered: 3, postponed: 0 });
  const { items } = (
    await rig.ledger.call('listWebhookDeliveries', { path: { webhookId: silent } })
  ).body;
  expect(items).toHaveLength(30);
});
