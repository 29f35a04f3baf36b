// What an operator types of a webhook, what is wrong with it, and the request that it makes.
import type { NewWebhook, Webhook } from '../../../../../client/client.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import type { RequestFault } from '../editing/check/request-faults.ts';
import { countCharacters } from '../../../values/characters.ts';
import { EVERY_EVENT } from './event-types.ts';
import { webhookText } from './messages.ts';

export interface WebhookInput {
  readonly url: string;
  readonly description: string;
  readonly isEveryEvent: boolean;
  /** What is chosen if it is not every event. */
  readonly eventTypes: readonly string[];
  readonly isEnabled: boolean;
}

/** By member of the request. */
export type WebhookFaults = Readonly<
  Partial<Record<'url' | 'description' | 'event_types', string>>
>;

const DESCRIPTION_MAX = 160;

/** The input that shows a webhook, or a new one. */
export function toWebhookInput(webhook: Webhook | undefined): WebhookInput {
  const { url = '', description = '', event_types = [], enabled = true } = webhook ?? {};
  const isEveryEvent = event_types.includes(EVERY_EVENT);
  const eventTypes = isEveryEvent ? [] : event_types;
  return { url, description, isEveryEvent, eventTypes, isEnabled: enabled };
}

/** Lists what must be changed before the webhook can be sent. Which addresses are good, the API says. */
export function findWebhookFaults(input: WebhookInput): WebhookFaults {
  const { url, description, isEveryEvent, eventTypes } = input;
  return {
    ...(url.trim() === '' && { url: webhookText('urlMissing') }),
    ...(countCharacters(description.trim()) > DESCRIPTION_MAX && {
      description: webhookText('descriptionLong'),
    }),
    ...(!isEveryEvent &&
      eventTypes.length === 0 && { event_types: webhookText('eventTypesMissing') }),
  };
}

/** The input as the request has it, also while it has faults. */
export function describeWebhook(input: WebhookInput): NewWebhook {
  const { url, description, isEveryEvent, eventTypes, isEnabled } = input;
  return {
    url: url.trim(),
    event_types: (isEveryEvent ? [EVERY_EVENT] : eventTypes) as NewWebhook['event_types'],
    ...(description.trim() !== '' && { description: description.trim() }),
    enabled: isEnabled,
  };
}

/** Puts what the API requires, as it is typed and when it is sent, at the fields that it concerns. */
export function placeWebhookFaults(
  previewed: readonly RequestFault[],
  refused: readonly MemberFault[],
): WebhookFaults {
  const placed = [
    ...previewed.map(({ pointer, message }) => [pointer.split('/')[1], message] as const),
    ...refused.map(({ path: [member], requirement }) => [member, requirement] as const),
  ];
  return Object.fromEntries(
    placed.map(([member = '', requirement]) => [
      member,
      webhookText('faultOfApi', { requirement }),
    ]),
  );
}
