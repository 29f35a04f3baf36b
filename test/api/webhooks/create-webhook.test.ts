import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WEBHOOKS_MAX } from '../../../functions/domain/webhooks/webhooks.ts';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import { putControls } from '../../support/controls/controls.ts';
import { asTenant, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const create = (members: object = {}, options: CallOptions = {}) =>
  ledger.call('createWebhook', { body: buildWebhookBody(members), ...options });

test('creates a webhook whose answer, receipt and repetition hold no secret', async () => {
  const key = crypto.randomUUID();
  const { status, body, headers } = await create({}, { key });
  const again = await create({}, { key });

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^whk_/),
    ...buildWebhookBody(),
    enabled: true,
    secret_version: 1,
    secret_created_at: body.created_at,
    version: 1,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(headers['Location']).toBe(`/api/webhooks/${body.id}`);
  expect(again.text).toBe(JSON.stringify(body));
});

test.each<[string, string, string]>([
  ['no URL', 'receiver', '/url must be an absolute URL'],
  ['no TLS', 'http://receiver.bank.example/', '/url must start with https://'],
  ['another protocol', 'ftp://receiver.bank.example/', '/url must start with https://'],
  [
    'a user',
    'https://me:secret@receiver.bank.example/',
    '/url must not have a user name or password',
  ],
  ['a fragment', 'https://receiver.bank.example/#a', '/url must not have a fragment'],
  [
    'a port of mail',
    'https://receiver.bank.example:25/',
    '/url must have port 443, or one from 1024',
  ],
  ['an address', 'https://93.184.216.34/', '/url must have the public name of a host'],
  ['an address in other words', 'https://0x5db8d822/', '/url must have the public name of a host'],
  ['an address of IPv6', 'https://[2a00::1]/', '/url must have the public name of a host'],
  ['the metadata of a machine', 'http://169.254.169.254/', '/url must start with https://'],
  ['a name without a zone', 'https://ledger/', '/url must have the public name of a host'],
  ['a name of a private zone', 'https://db.internal/', '/url must have the public name of a host'],
])('refuses %s', async (_, url, fault) => {
  const { body } = await create({ url });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_webhook' });
  expect(body.message).toContain(fault);
});

test('refuses types beside the one that stands for all', async () => {
  const { body } = await create({ event_types: ['*', 'account.created'] });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_webhook' });
});

test('refuses one more than a tenant may have, and counts no deleted ones', async () => {
  const own = asTenant(ledger, 'many');
  const call = () => own.call('createWebhook', { body: buildWebhookBody() });
  const ids: string[] = [];
  for (let count = 0; count < WEBHOOKS_MAX; count += 1) ids.push((await call()).body.id);
  const refused = await call();
  await own.call('deleteWebhook', { path: { webhookId: String(ids[0]) } });

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'too_many_webhooks' });
  expect((await call()).status).toBe(201);
});

test('takes two operators where a control says so', async () => {
  const own = asTenant(ledger, 'controlled');
  await putControls(own, [{ operation: 'createWebhook' }]);
  const requested = await own.call('createWebhook', { body: buildWebhookBody() });
  const path = { requestId: requested.body.id };
  const approved = await own.call('approveChangeRequest', { path, body: {}, subject: 'grace' });

  expect(requested.status).toBe(202);
  expect(approved.body).toMatchObject({ status: 'APPLIED' });
  expect((await own.call('listWebhooks')).body.items).toHaveLength(1);
});

test('needs configuration.write', async () => {
  const permissions = ['finance.read', 'finance.write', 'finance.approve', 'audit.read'];

  expect((await create({}, { permissions })).status).toBe(403);
});
