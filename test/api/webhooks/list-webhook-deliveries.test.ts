import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accept, refuseWith } from '../../support/webhooks/receiver.ts';
import { startWebhookRig } from '../../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../../support/webhooks/webhook-rig.ts';

let rig: WebhookRig;
let webhookId: string;
beforeAll(async () => {
  rig = await startWebhookRig();
  webhookId = await rig.create({ event_types: ['controls.replaced'] });
});
afterAll(() => rig.stop());

async function sendTest(): Promise<void> {
  await rig.ledger.call('testWebhook', { path: { webhookId } });
  await rig.publish();
  await rig.sendFresh();
}

async function readPages(query: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, ...(cursor !== undefined && { cursor }) };
    const path = { webhookId };
    const { body } = await rig.ledger.call('listWebhookDeliveries', { path, query: page });
    ids.push(...body.items.map(({ event_id }: { event_id: string }) => event_id));
    cursor = body.next_cursor;
  } while (cursor !== undefined);
  return ids;
}

test('lists the newest event first, page by page, all or those in a state', async () => {
  for (const status of [204, 500, 410, 500, 410]) {
    rig.receiver.answerBy(status === 204 ? accept : refuseWith(status));
    await sendTest();
  }
  const all = await readPages();

  expect(all).toEqual(all.toSorted().toReversed());
  expect(all).toHaveLength(5);
  expect(await readPages({ limit: '2' })).toEqual(all);
  expect(await readPages({ state: 'PENDING' })).toEqual([all[1], all[3]]);
  expect(await readPages({ state: 'DEAD', limit: '1' })).toEqual([all[0], all[2]]);
  expect(await readPages({ state: 'DELIVERED', limit: '1' })).toEqual([all[4]]);
});

test('finds no webhook of another tenant', async () => {
  const path = { webhookId };
  const { body } = await rig.ledger.call('listWebhookDeliveries', { path, tenant: 'globex' });

  expect(body).toMatchObject({ statusCode: 404, code: 'webhook_not_found' });
});
