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

test('finds neither an unknown one nor that of another tenant', async () => {
  for (const options of [
    { path: { webhookId: 'whk_x' } },
    { path: { webhookId }, tenant: 'globex' },
  ]) {
    const { body } = await ledger.call('deleteWebhook', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
  }
});

test('deletes a webhook, once', async () => {
  const path = { webhookId };
  const { status, body } = await ledger.call('deleteWebhook', { path });

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: webhookId, version: 2, deleted_at: expect.any(String) });
  for (const name of ['getWebhook', 'deleteWebhook', 'testWebhook'] as const) {
    expect((await ledger.call(name, { path })).body.code).toBe('webhook_not_found');
  }
});
