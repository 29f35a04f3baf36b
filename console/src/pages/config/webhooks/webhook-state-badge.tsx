import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Webhook } from '../../../../../client/client.ts';
import { Instant } from '../../../parts/instant.tsx';
import { webhookText } from './messages.ts';
import { findWebhookState } from './webhook-state.ts';
import type { WebhookState } from './webhook-state.ts';

const LOOKS = {
  enabled: 'success',
  failing: 'warning',
  suspended: 'error',
  disabled: 'stopped',
} as const satisfies Readonly<Record<WebhookState, StatusIndicatorProps.Type>>;

/** Whether the webhook gets events, and why not. */
export function WebhookStateBadge({ webhook }: { readonly webhook: Webhook }) {
  const state = findWebhookState(webhook);
  const { suspended_at, failing_since } = webhook;
  return (
    <>
      <span className="status">
        <StatusIndicator type={LOOKS[state]}>{webhookText(state)}</StatusIndicator>
      </span>
      {state === 'suspended' && suspended_at !== undefined && (
        <Box>
          {webhookText('suspendedSince')} <Instant value={suspended_at} />.{' '}
          {webhookText('suspendedAdvice')}
        </Box>
      )}
      {state === 'failing' && failing_since !== undefined && (
        <Box>
          {webhookText('failingSince')} <Instant value={failing_since} />.
        </Box>
      )}
    </>
  );
}
