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

test('reads a webhook', async () => {
  const { status, body } = await ledger.call('getWebhook', { path: { webhookId } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: webhookId, ...buildWebhookBody() });
});

test('finds neither an unknown one nor that of another tenant', async () => {
  for (const options of [
    { path: { webhookId: 'whk_x' } },
    { path: { webhookId }, tenant: 'globex' },
  ]) {
    const { body } = await ledger.call('getWebhook', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
  }
});
