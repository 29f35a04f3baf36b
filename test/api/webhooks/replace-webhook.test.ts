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

const replace = (members: object, options: object = {}) =>
  ledger.call('replaceWebhook', {
    path: { webhookId },
    body: buildWebhookBody(members),
    ...options,
  });

test('replaces all of it at the version given, and no other one', async () => {
  const { description: _, ...body } = buildWebhookBody({ event_types: ['*'], version: 1 });
  const answers = await Promise.all([
    ledger.call('replaceWebhook', { path: { webhookId }, body }),
    replace({ enabled: false, version: 1 }),
  ]);
  const late = await replace({ version: 1 });
  const read = await ledger.call('getWebhook', { path: { webhookId } });

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(read.body).toEqual(answers.find(({ status }) => status === 200)?.body);
  expect(read.body).toMatchObject({ version: 2, secret_version: 1 });
  expect(late.body).toMatchObject({ statusCode: 409, code: 'webhook_changed' });
});

test('refuses an address that may not be called', async () => {
  const { body } = await replace({ url: 'https://10.0.0.1/', version: 2 });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_webhook' });
});

test('finds neither an unknown one nor that of another tenant', async () => {
  for (const options of [
    { path: { webhookId: 'whk_x' } },
    { path: { webhookId }, tenant: 'globex' },
  ]) {
    const { body } = await ledger.call('replaceWebhook', {
      ...options,
      body: buildWebhookBody({ version: 1 }),
    });
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
  }
});
