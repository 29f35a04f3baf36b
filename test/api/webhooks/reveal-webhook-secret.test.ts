import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

const DAY_MS = 86_400_000;

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
    const { body } = await ledger.call('revealWebhookSecret', options);
    expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
  }
});

const reveal = (options: object = {}) =>
  ledger.call('revealWebhookSecret', { path: { webhookId }, ...options });

test('shows the same secret to all who may configure, and another one for each webhook and tenant', async () => {
  const answers = await Promise.all([reveal(), reveal(), reveal()]);
  const secrets = new Set(answers.map(({ body }) => body.secret));
  for (const tenant of ['acme', 'globex']) {
    const other = await ledger.call('createWebhook', { body: buildWebhookBody(), tenant });
    const path = { webhookId: other.body.id };
    secrets.add((await ledger.call('revealWebhookSecret', { path, tenant })).body.secret);
  }

  expect(answers[0]?.body).toEqual({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_version: 1,
    shown_until: expect.any(String),
  });
  expect(secrets.size).toBe(3);
});

test('needs configuration.write: an auditor reads no secrets', async () => {
  const permissions = ['finance.read', 'finance.write', 'finance.approve', 'audit.read'];

  expect((await reveal({ permissions })).status).toBe(403);
});

test('shows a secret for a day after it was made, until it is rotated', async () => {
  advanceTime(DAY_MS - 60_000);
  expect((await reveal()).status).toBe(200);
  advanceTime(60_000);
  const late = await reveal();
  const rotated = await ledger.call('rotateWebhookSecret', { path: { webhookId } });
  const shown = await reveal();
  returnToPresent();

  expect(late.body).toMatchObject({ statusCode: 409, code: 'webhook_secret_not_shown' });
  expect(rotated.status).toBe(200);
  expect(shown.body).toMatchObject({ secret_version: 2 });
});
