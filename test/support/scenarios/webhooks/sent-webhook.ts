import { waitFor } from '../../../../tools/samples/sample.ts';
import { buildWebhookBody } from '../../../../tools/samples/webhooks/webhooks.ts';
import type { OperationCaller } from '../../stack/ledger.ts';
import type { SignedInStack } from '../../stack/signed-in-stack.ts';

interface SendingContext {
  readonly stack: SignedInStack;
  readonly caller: OperationCaller;
}

/** Has an event sent, repeated and redriven; its receiver is not there. */
export async function runWebhook({ stack, caller }: SendingContext): Promise<void> {
  const body = buildWebhookBody({ url: 'http://127.0.0.1:9/' });
  const path = { webhookId: (await caller.call('createWebhook', { body })).body.id };
  const waitForAttempts = (count: number) =>
    waitFor(
      async () => {
        const { items } = (await caller.call('listWebhookDeliveries', { path })).body;
        if (items[0]?.attempts.length >= count) return count;
        await stack.local.functions.invoke('test-retry-webhooks', {});
        return undefined;
      },
      { late: `The webhook was not tried ${count} times.` },
    );
  await caller.call('testWebhook', { path });
  await waitForAttempts(2);
  const { items } = (await caller.call('listWebhookDeliveries', { path })).body;
  const redriven = { event_ids: [items[0].event_id] };
  await caller.call('redriveWebhookDeliveries', { path, body: redriven });
  await waitForAttempts(3);
  await caller.call('deleteWebhook', { path });
}
