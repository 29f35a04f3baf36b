// Events on their way to a receiver: signed, repeated, given up and redriven.
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ATTEMPTS_MAX, LEASE_MS } from '../../functions/domain/webhooks/deliveries.ts';
import { openAccount } from '../support/stack/ledger.ts';
import { accept, hangUp, refuseWith } from '../support/webhooks/receiver.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

const DAY_MS = 86_400_000;

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
afterAll(() => rig.stop());

const created: string[] = [];
afterEach(async () => {
  for (const webhookId of created.splice(0)) {
    await rig.ledger.call('deleteWebhook', { path: { webhookId } });
  }
  rig.receiver.received.splice(0);
  rig.receiver.answerBy(accept);
});

/** A webhook for the event of its test alone. */
async function createWebhook(members: object = {}): Promise<string> {
  const id = await rig.create({ event_types: ['controls.replaced'], ...members });
  created.push(id);
  return id;
}

const call = (
  name: Parameters<WebhookRig['ledger']['call']>[0],
  webhookId: string,
  body?: object,
) => rig.ledger.call(name, { path: { webhookId }, ...(body && { body }) });

async function sendTest(webhookId: string): Promise<void> {
  await call('testWebhook', webhookId);
  await rig.publish();
  await rig.sendFresh();
}

const readSecret = async (webhookId: string): Promise<string> =>
  (await call('revealWebhookSecret', webhookId)).body.secret;

function verify(secret: string): unknown {
  const [{ body, headers } = { body: '', headers: {} }] = rig.receiver.received.slice(-1);
  return new Webhook(secret).verify(body, headers);
}

test('sends an event once, as it is on the bus, with a signature that a library of others verifies', async () => {
  const webhookId = await createWebhook({ event_types: ['account.created'] });
  const accountId = await openAccount(rig.ledger);
  await rig.publish();
  await rig.publish({ again: true });
  await rig.sendFresh();
  await rig.sendFresh();
  await rig.retry();

  expect(rig.receiver.received).toHaveLength(1);
  const event = verify(await readSecret(webhookId));
  expect(event).toMatchObject({
    type: 'account.created',
    tenant_id: 'acme',
    aggregate_id: accountId,
    payload: { id: accountId, balance: '0.00' },
  });
  const delivery = await rig.readDelivery(webhookId);
  expect(delivery).toEqual({
    event_id: rig.receiver.received[0]?.headers['webhook-id'],
    webhook_id: webhookId,
    event_type: 'account.created',
    aggregate_id: accountId,
    state: 'DELIVERED',
    created_at: expect.any(String),
    delivered_at: expect.any(String),
    attempts: [{ at: expect.any(String), milliseconds: expect.any(Number), status: 204 }],
  });
});

test('sends no event of another tenant, of another type, or to a webhook that is not enabled', async () => {
  const [own, disabled] = [await createWebhook(), await createWebhook({ enabled: false })];
  const foreign = await rig.create({ event_types: ['account.created'] }, { tenant: 'globex' });
  await openAccount(rig.ledger);
  await rig.publish();
  await rig.sendFresh();

  expect(rig.receiver.received).toEqual([]);
  for (const [webhookId, tenant] of [[own], [disabled], [foreign, 'globex']] as const) {
    const options = { path: { webhookId }, ...(tenant && { tenant }) };
    expect((await rig.ledger.call('listWebhookDeliveries', options)).body.items).toEqual([]);
  }
});

test('signs with the secret before a rotation too, until a day has passed', async () => {
  const webhookId = await createWebhook();
  const before = await readSecret(webhookId);
  const rotated = await call('rotateWebhookSecret', webhookId);
  const after = await readSecret(webhookId);
  await sendTest(webhookId);

  expect(after).not.toBe(before);
  expect(rotated.body).toMatchObject({
    secret_version: 2,
    previous_secret_until: expect.any(String),
  });
  expect([verify(before), verify(after)]).toEqual([expect.any(Object), expect.any(Object)]);
  expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('No matching');
});

test('repeats what a receiver refuses, with the same id, and ends when it takes it', async () => {
  const webhookId = await createWebhook();
  rig.receiver.answerBy(refuseWith(503, 'Down for \u001b[31mmaintenance\u0000'));
  await sendTest(webhookId);
  const refused = await rig.readDelivery(webhookId);
  expect(await rig.retry()).toMatchObject({ refused: 0, delivered: 0 });
  rig.advance(6_000);
  rig.receiver.answerBy(hangUp);
  await rig.retry();
  rig.advance(6 * 60_000);
  rig.receiver.answerBy(accept);
  await rig.retry();

  expect(refused).toMatchObject({ state: 'PENDING', next_attempt_at: expect.any(String) });
  expect(refused.attempts[0]).toMatchObject({
    status: 503,
    excerpt: 'Down for  [31mmaintenance ',
  });
  const delivery = await rig.readDelivery(webhookId);
  expect(delivery).toMatchObject({
    state: 'DELIVERED',
    attempts: [{ status: 503 }, { error: 'ECONNRESET' }, { status: 204 }],
  });
  expect(delivery).not.toHaveProperty('next_attempt_at');
  const ids = rig.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual(ids.map(() => delivery.event_id));
});

/** Lets every attempt fail, also over days, and returns how many dead letters each run has left. */
async function exhaust(webhookId: string): Promise<number[]> {
  rig.receiver.answerBy(refuseWith(500));
  await sendTest(webhookId);
  const lost: number[] = [];
  for (let count = 1; count < ATTEMPTS_MAX; count += 1) {
    rig.advance(DAY_MS);
    lost.push((await rig.retry()).lost);
  }
  return lost;
}

test('gives up after the last attempt, and sends a dead letter again when it is redriven', async () => {
  const webhookId = await createWebhook();
  const lost = await exhaust(webhookId);
  const dead = await rig.readDelivery(webhookId);
  expect(await rig.retry()).toMatchObject({ refused: 0, lost: 0 });
  rig.receiver.answerBy(accept);
  const redriven = await call('redriveWebhookDeliveries', webhookId, {});
  await rig.publish();
  await rig.sendFresh();

  expect(dead).toMatchObject({ state: 'DEAD', failure: 'ATTEMPTS_EXHAUSTED' });
  expect(lost.filter((count) => count > 0)).toEqual([1]);
  expect(lost.at(-1)).toBe(1);
  expect(dead.attempts).toHaveLength(ATTEMPTS_MAX);
  expect(redriven.body).toEqual({
    webhook_id: webhookId,
    event_ids: [dead.event_id],
    has_more: false,
  });
  const delivery = await rig.readDelivery(webhookId);
  expect(delivery).toMatchObject({ state: 'DELIVERED' });
  expect(delivery).not.toHaveProperty('failure');
  expect(delivery.attempts).toHaveLength(ATTEMPTS_MAX + 1);
});

test('gives up at once when the receiver is gone, suspends the webhook, and resumes after a change', async () => {
  const webhookId = await createWebhook({ event_types: ['account.created'] });
  rig.receiver.answerBy(refuseWith(410));
  await openAccount(rig.ledger);
  await rig.publish();
  expect(await rig.sendFresh()).toMatchObject({ refused: 1, lost: 1 });
  const suspended = await call('getWebhook', webhookId);
  await openAccount(rig.ledger);
  await rig.publish();
  expect(await rig.sendFresh()).toMatchObject({ abandoned: 1, lost: 1 });
  const { items } = (await call('listWebhookDeliveries', webhookId)).body;
  const url = rig.receiver.url;
  await call('replaceWebhook', webhookId, { url, event_types: ['account.created'], version: 1 });
  rig.receiver.answerBy(accept);
  await openAccount(rig.ledger);
  await rig.publish();
  await rig.sendFresh();

  expect(suspended.body).toMatchObject({
    suspended_at: expect.any(String),
    failing_since: expect.any(String),
  });
  expect(items.map(({ failure }: { failure: string }) => failure)).toEqual([
    'WEBHOOK_SUSPENDED',
    'RECEIVER_GONE',
  ]);
  expect((await call('getWebhook', webhookId)).body).not.toHaveProperty('suspended_at');
  expect(rig.receiver.received).toHaveLength(2);
});

test('suspends a webhook whose receiver has failed for five days, and a test that is taken ends it', async () => {
  const webhookId = await createWebhook();
  await exhaust(webhookId);
  const { body: suspended } = await call('getWebhook', webhookId);
  rig.receiver.answerBy(accept);
  await sendTest(webhookId);

  expect(suspended).toMatchObject({ suspended_at: expect.any(String) });
  expect((await call('getWebhook', webhookId)).body).not.toHaveProperty('failing_since');
});

test('sends what a crash has kept from its first attempt, and what was taken and never settled', async () => {
  const webhookId = await createWebhook();
  await call('testWebhook', webhookId);
  await rig.publish();
  expect(await rig.retry()).toMatchObject({ delivered: 0 });
  rig.advance(LEASE_MS + 1);
  // The process that takes it ends before the answer comes.
  const held = Promise.withResolvers<Socket>();
  rig.receiver.answerBy((_, __, { socket }) => held.resolve(socket));
  const crashed = rig.retry();
  const connection = await held.promise;
  rig.receiver.answerBy(accept);
  expect(await rig.retry()).toMatchObject({ delivered: 0 });
  rig.advance(LEASE_MS + 1);
  expect(await rig.retry()).toMatchObject({ delivered: 1 });
  connection.destroy();
  await crashed;

  expect(await rig.readDelivery(webhookId)).toMatchObject({
    state: 'DELIVERED',
    attempts: [{ status: 204 }],
  });
});

test('two runs at once send a delivery once', async () => {
  const webhookId = await createWebhook();
  await call('testWebhook', webhookId);
  await rig.publish();
  rig.advance(LEASE_MS + 1);
  await Promise.all([rig.retry(), rig.retry(), rig.sendFresh()]);

  expect(rig.receiver.received).toHaveLength(1);
});

test('a receiver that does not answer gets few of many, and keeps no other waiting', async () => {
  const silent = await createWebhook({
    event_types: ['account.created'],
    url: 'http://127.0.0.1:9/',
  });
  const other = await createWebhook({ event_types: ['account.created'] });
  for (let count = 0; count < 14; count += 1) await openAccount(rig.ledger);
  await rig.publish();
  const totals = await rig.sendFresh();

  expect(totals.delivered).toBe(14);
  expect(totals.postponed).toBeGreaterThan(0);
  expect(totals.unanswered + totals.postponed).toBe(14);
  const { items } = (await call('listWebhookDeliveries', silent)).body;
  expect(items.map(({ state }: { state: string }) => state)).toEqual(Array(14).fill('PENDING'));
  expect((await call('listWebhookDeliveries', other)).body.items).toHaveLength(14);
});

test('what waits for a deleted webhook is given up, and a test of another one is sent', async () => {
  const [deleted, kept] = [await createWebhook(), await createWebhook()];
  await rig.create({ event_types: ['account.created'] }).then((id) => created.push(id));
  await openAccount(rig.ledger);
  for (const webhookId of [deleted, kept]) await call('testWebhook', webhookId);
  await rig.publish();
  for (const webhookId of created.splice(0)) {
    if (webhookId === kept) created.push(webhookId);
    else await call('deleteWebhook', webhookId);
  }
  const totals = await rig.sendFresh();

  // No one needs to look at what the institution has decided.
  expect(totals).toMatchObject({ delivered: 1, lost: 0 });
  expect(totals.abandoned).toBeGreaterThanOrEqual(2);
  const path = { webhookId: deleted };
  expect((await rig.ledger.call('listWebhookDeliveries', { path })).status).toBe(404);
  // The test of the other one.
  expect(rig.receiver.received).toHaveLength(1);
});
