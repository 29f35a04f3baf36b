// The webhooks of a soak test, and who receives what they send.
import type { FailingReceiver, ReceiverAddress } from './failing-receiver.ts';

/** No samples run in it, which make webhooks and delete the oldest. */
export const SUBSCRIBED_TENANT = 'boreal';

export interface SoakWebhook {
  readonly address: ReceiverAddress;
  readonly id: string;
  readonly secret: string;
}

export interface SoakWebhooks {
  readonly receiver: FailingReceiver;
  readonly webhooks: readonly SoakWebhook[];
}
