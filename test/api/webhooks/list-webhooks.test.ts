import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let webhookId: string;
beforeAll(async () => {
  ledger = await startLedger();
  webhookId = (await ledger.call('createWebhook', { body: buildWebhookBody() })).body.id;
});
afterAll(() => ledger.stop());

test('lists those that are not deleted, oldest first, and none of another tenant', async () => {
  const others: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    others.push((await ledger.call('createWebhook', { body: buildWebhookBody() })).body.id);
  }
  await ledger.call('deleteWebhook', { path: { webhookId: String(others[0]) } });
  const { body } = await ledger.call('listWebhooks');
  const foreign = await ledger.call('listWebhooks', { tenant: 'globex' });

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([webhookId, others[1]]);
  expect(foreign.body).toEqual({ items: [] });
});
