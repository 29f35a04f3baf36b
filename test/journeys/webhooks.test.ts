// Webhooks of the whole product: from a posting to a receiver, over a restart, and from a dead letter back.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { buildAccountBody } from '../../tools/samples/request-bodies.ts';
import { startTestStack } from '../support/stack/stack.ts';
import type { TestStack } from '../support/stack/stack.ts';
import { accept, refuseWith, startReceiver } from '../support/webhooks/receiver.ts';
import type { Receiver } from '../support/webhooks/receiver.ts';

const READ_EVERY_MS = 250;

let stack: TestStack;
let receiver: Receiver;
let path: string;
beforeAll(async () => {
  stack = await startTestStack({ keepsData: true });
  receiver = await startReceiver();
  const body = { url: receiver.url, event_types: ['account.created'] };
  const created = await stack.post('/api/webhooks', body);
  expect(created.status).toBe(201);
  path = `/api/webhooks/${created.body.id}`;
});
afterAll(async () => {
  await receiver.stop();
  await stack.stop();
});

// oxlint-disable-next-line typescript/no-explicit-any
async function readNewest(isReached: (delivery: any) => boolean): Promise<any> {
  for (;;) {
    const { body } = await stack.get(`${path}/deliveries?limit=1`);
    if (body.items[0] && isReached(body.items[0])) return body.items[0];
    await sleep(READ_EVERY_MS);
  }
}

test('an event reaches its receiver, signed', async () => {
  const { secret } = (await stack.post(`${path}/secret`, undefined)).body;
  const account = (await stack.post('/api/accounts', buildAccountBody())).body;
  const delivery = await readNewest(({ state }) => state === 'DELIVERED');

  expect(receiver.received).toHaveLength(1);
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    id: delivery.event_id,
    type: 'account.created',
    payload: account,
  });
});

test('what failed is sent after a restart, and what is redriven once more', async () => {
  receiver.answerBy(refuseWith(503));
  await stack.post('/api/accounts', buildAccountBody());
  // Not the one of the test before, which is the newest until the publisher has made this one.
  const failed = await readNewest(({ attempts }) => attempts[0]?.status === 503);
  const before = receiver.received.length;
  receiver.answerBy(accept);
  await stack.restart();
  while (receiver.received.length === before) {
    await stack.local.functions.invoke('test-retry-webhooks', {});
    await sleep(READ_EVERY_MS);
  }
  const sent = await readNewest(({ state }) => state === 'DELIVERED');
  const redriven = await stack.post(`${path}/redrive`, { event_ids: [failed.event_id] });
  const again = await readNewest(({ attempts }) => attempts.length >= 3);

  expect(failed).toMatchObject({ state: 'PENDING', attempts: [{ status: 503 }] });
  expect(sent.event_id).toBe(failed.event_id);
  expect(redriven.status).toBe(202);
  expect(again).toMatchObject({ event_id: failed.event_id, state: 'DELIVERED' });
});
