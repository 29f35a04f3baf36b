// What an attempt says of a receiver that gave no answer: why, and nothing of the network behind the name.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { attemptDelivery } from '../../functions/webhooks/attempt-delivery.ts';
import { readStreamedDelivery } from '../../functions/ledger/webhooks/deliveries.ts';
import type { SendOptions } from '../../functions/webhooks/send-request.ts';
import { toStreamRecords } from '../support/projections/projections.ts';
import { readAllItems } from '../support/stack/tables.ts';
import { buildSelfSigned } from '../support/webhooks/self-signed.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
beforeEach(() => rig.receiver.answerBy(() => undefined));
afterAll(() => rig.stop());

/** Attempts a test of a webhook there, and returns what came of it and what is stored of the attempt. */
async function attempt(url: string, sending: Partial<SendOptions>) {
  const webhookId = await rig.create({ url, event_types: ['controls.replaced'] });
  await rig.ledger.call('testWebhook', { path: { webhookId } });
  await rig.publish();
  const [owned] = toStreamRecords(await readAllItems(rig.ledger.tables.webhooks))
    .flatMap(({ dynamodb }) => readStreamedDelivery(dynamodb?.NewImage ?? {}) ?? [])
    .filter(({ delivery }) => delivery.webhookId === webhookId);
  if (!owned) throw new Error('There is no delivery.');
  const sender = { ...rig.sender, sending: { ...rig.sender.sending, ...sending } };
  const { outcome } = await attemptDelivery(sender, owned);
  const { attempts, state } = await rig.readDelivery(webhookId);
  return { outcome, state, attempts };
}

const unanswered = (error: string) => ({
  outcome: 'unanswered',
  state: 'PENDING',
  attempts: [{ at: expect.any(String), milliseconds: expect.any(Number), error }],
});

test('an attempt that takes too long has timed out', async () => {
  expect(await attempt(rig.receiver.url, { timeoutMs: 50 })).toEqual(unanswered('timed out'));
});

test('a name that leads into the network of the institution is not permitted', async () => {
  const resolve: SendOptions['resolve'] = (_, done) =>
    done(null, [{ address: '10.0.0.1', family: 4 }]);

  expect(await attempt('https://receiver.example/', { resolve })).toEqual(
    unanswered('address not permitted'),
  );
});

test('a machine that takes no connection has refused it', async () => {
  expect(await attempt('http://127.0.0.1:9/', {})).toEqual(unanswered('ECONNREFUSED'));
});

test('a certificate that no authority has signed is named as such', async () => {
  const posing = createServer(buildSelfSigned());
  await new Promise<void>((resolve) => void posing.listen(0, '127.0.0.1', resolve));
  const { port } = posing.address() as AddressInfo;
  const failed = await attempt(`https://127.0.0.1:${port}/`, {});
  posing.close();

  expect(failed).toEqual(unanswered('DEPTH_ZERO_SELF_SIGNED_CERT'));
});

test.each([
  ['its code', { code: 'ENOTFOUND' }, 'ENOTFOUND'],
  ['its own code, whatever caused it', { code: 'ESERVFAIL', cause: new Error() }, 'ESERVFAIL'],
  ['the beginning of a long one', { code: 'E'.repeat(1_000) }, 'E'.repeat(100)],
  ['its kind where it has no code', {}, 'Error'],
])('a failure is named by %s, not by its message', async (_, members, named) => {
  const error = Object.assign(new Error('query of 10.0.0.53 failed'), members);
  const resolve: SendOptions['resolve'] = (__, done) => done(error, []);

  expect(await attempt('https://receiver.example/', { resolve })).toEqual(unanswered(named));
});
