// The webhooks of a soak test, and who receives what they send.
import type { FailingReceiver, ReceiverAddress } from './failing-receiver.ts';

export interface SoakWebhook {
  readonly address: ReceiverAddress;
  readonly id: string;
  readonly secret: string;
}

export interface SoakWebhooks {
  readonly receiver: FailingReceiver;
  readonly webhooks: readonly SoakWebhook[];
}
