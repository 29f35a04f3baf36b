// Webhooks as they are typed and shown.
import { expect, test } from '@jest/globals';
import {
  describeEventTypes,
  summarizeEventTypes,
} from '../../../../console/src/pages/config/webhooks/event-types.ts';
import {
  describeWebhook,
  findWebhookFaults,
  placeWebhookFaults,
  toWebhookInput,
} from '../../../../console/src/pages/config/webhooks/webhook-draft.ts';
import { findWebhookState } from '../../../../console/src/pages/config/webhooks/webhook-state.ts';

const TIME = '2026-11-20T12:00:00.000Z';
const content = {
  url: 'https://ledger-events.bank.example/hooks',
  event_types: ['journal_entry.posted' as const, 'account.created' as const],
  description: 'The data warehouse',
  enabled: false,
};
const webhook = {
  ...content,
  id: 'whk_1',
  secret_version: 1,
  secret_created_at: TIME,
  version: 3,
  created_at: TIME,
  updated_at: TIME,
};

test('a webhook that is shown and sent again is the same', () => {
  const every = { ...webhook, event_types: ['*'], enabled: true };
  expect(findWebhookFaults(toWebhookInput(webhook))).toEqual({});
  expect(describeWebhook(toWebhookInput(webhook))).toEqual(content);
  expect(describeWebhook(toWebhookInput(every))).toEqual({
    ...content,
    event_types: ['*'],
    enabled: true,
  });
});

test('what is missing is named at its field', () => {
  const empty = toWebhookInput(undefined);
  expect(findWebhookFaults({ ...empty, description: 'x'.repeat(161) })).toEqual({
    url: 'Enter the address of the receiver.',
    event_types: 'Choose at least one type.',
    description: 'Enter at most 160 characters.',
  });
  const every = { ...empty, url: ' https://bank.example ', isEveryEvent: true };
  expect(findWebhookFaults(every)).toEqual({});
  expect(describeWebhook(every)).toEqual({
    url: 'https://bank.example',
    event_types: ['*'],
    enabled: true,
  });
});

test('what the API requires stands at its field, as it is typed and when it is sent', () => {
  expect(
    placeWebhookFaults(
      [{ pointer: '/url', message: 'must start with https://' }],
      [{ path: ['event_types', '0'], requirement: 'must be a type' }],
    ),
  ).toEqual({ url: 'This must start with https://.', event_types: 'This must be a type.' });
});

test('a list names the first types, and counts the others', () => {
  expect(summarizeEventTypes(['a', 'b', 'c'])).toBe('a, b, c');
  expect(summarizeEventTypes(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  expect(describeEventTypes(['*'])).toBe('Every type, those of later versions too');
});

test('the state shows whether events are sent, and what keeps them', () => {
  const enabled = { ...webhook, enabled: true };
  const failing = { ...enabled, failing_since: TIME };
  const states = [
    enabled,
    failing,
    { ...failing, suspended_at: TIME },
    { ...failing, suspended_at: TIME, enabled: false },
  ];
  expect(states.map(findWebhookState)).toEqual(['enabled', 'failing', 'suspended', 'disabled']);
});
