import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { WebhookDelivery } from '../../../../../../client/client.ts';
import { Instant } from '../../../../parts/instant.tsx';
import { deliveryText } from './messages.ts';

const LOOKS = {
  PENDING: { type: 'pending', word: 'pending' },
  DELIVERED: { type: 'success', word: 'delivered' },
  DEAD: { type: 'error', word: 'dead' },
} as const satisfies Readonly<
  Record<
    WebhookDelivery['state'],
    { readonly type: StatusIndicatorProps.Type; readonly word: string }
  >
>;

const FAILURES = {
  ATTEMPTS_EXHAUSTED: 'exhausted',
  RECEIVER_GONE: 'receiverGone',
  WEBHOOK_SUSPENDED: 'webhookSuspended',
  WEBHOOK_DISABLED: 'webhookDisabled',
  WEBHOOK_DELETED: 'webhookDeleted',
  EVENT_NOT_FOUND: 'eventNotFound',
} as const satisfies Readonly<Record<NonNullable<WebhookDelivery['failure']>, string>>;

/** What became of the event so far, and why nothing more does. */
export function DeliveryStateBadge({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { state, failure, next_attempt_at } = delivery;
  const { type, word } = LOOKS[state];
  return (
    <>
      <span className="status">
        <StatusIndicator type={type}>{deliveryText(word)}</StatusIndicator>
      </span>
      {failure !== undefined && <Box>{deliveryText(FAILURES[failure])}</Box>}
      {next_attempt_at !== undefined && (
        <Box>
          {deliveryText('nextAttempt')}: <Instant value={next_attempt_at} />
        </Box>
      )}
    </>
  );
}
