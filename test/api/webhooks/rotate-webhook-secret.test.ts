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
    const { body } = await ledger.call('rotateWebhookSecret', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
  }
});

test('makes another secret, and says how long the one before signs', async () => {
  const path = { webhookId };
  const before = await ledger.call('revealWebhookSecret', { path });
  const { status, body } = await ledger.call('rotateWebhookSecret', { path });
  const after = await ledger.call('revealWebhookSecret', { path });

  expect(status).toBe(200);
  expect(body).toMatchObject({ secret_version: 2, version: 2 });
  const overlapMs = Date.parse(body.previous_secret_until) - Date.parse(body.secret_created_at);
  expect(overlapMs).toBe(86_400_000);
  expect(after.body.secret).not.toBe(before.body.secret);
});
