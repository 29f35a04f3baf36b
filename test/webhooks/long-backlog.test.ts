// A backlog that takes longer to read than one run of the retries has time.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LEASE_MS, startDelivery } from '../../functions/domain/webhooks/deliveries.ts';
import type { Delivery } from '../../functions/domain/webhooks/deliveries.ts';
import { buildIdGenerator } from '../../functions/ledger/store/ids.ts';
import { addDelivery } from '../../functions/ledger/webhooks/deliveries.ts';
import { DueReader } from '../../functions/webhooks/due-reader.ts';
import { retryDueDeliveries } from '../../functions/webhooks/retry-due-deliveries.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

let rig: WebhookRig;
beforeAll(async () => {
  rig = await startWebhookRig();
});
afterAll(() => rig.stop());

const RUN_MS = 120_000;
const PAGE_MS = 40_000;

/** A delivery of an event that is in no receipt any more, so that an attempt gives it up. */
async function leaveDelivery(tenant: string, members: Partial<Delivery> = {}): Promise<void> {
  const newId = buildIdGenerator(1)(new Date());
  const start = {
    webhookId: await rig.create({ event_types: ['loan.created'] }, { tenant }),
    eventId: newId('evt'),
    eventType: 'loan.created',
    aggregateId: newId('loan'),
    receiptKey: 'ended',
  };
  const delivery = { ...startDelivery(start, rig.sender.now()), ...members };
  await addDelivery({ store: rig.store, tenant }, delivery);
}

test('a backlog that takes longer to read than a run has time keeps nothing from being sent', async () => {
  const excerpt = 'x'.repeat(300_000);
  const attempts = [{ at: '2026-01-01T00:00:00.000Z', milliseconds: 1, status: 500, excerpt }];
  for (let count = 0; count < 8; count += 1) {
    await leaveDelivery('hickory', { attempts, dueAt: '2999-01-01T00:00:00.000Z' });
  }
  for (let count = 0; count < 6; count += 1) await leaveDelivery('rowan');
  rig.advance(LEASE_MS + 1);
  let pages = 0;
  rig.store.documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        pages += commandName === 'ScanCommand' ? 1 : 0;
        return next(args);
      },
    { step: 'initialize' },
  );
  const reader = new DueReader();
  const startRun = () => {
    const before = pages;
    const remainingMs = () => RUN_MS - PAGE_MS * (pages - before);
    return retryDueDeliveries(rig.sender, { remainingMs, reader, onFailure: () => undefined });
  };
  const runs = [await startRun(), await startRun()];

  expect(pages).toBeGreaterThanOrEqual(3);
  expect(runs.map(({ postponed }) => postponed)).toEqual([0, 0]);
  expect(runs.reduce((sum, { abandoned }) => sum + abandoned, 0)).toBe(6);
});
