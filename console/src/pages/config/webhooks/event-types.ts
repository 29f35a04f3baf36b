// The types of events that a webhook can name.
import type { WebhookEventType } from '../../../../../client/client.ts';
import { webhookText } from './messages.ts';

/** Stands for the events of every type, those of later versions included. */
export const EVERY_EVENT = '*';

// The compiler shows a type that is missing.
const TYPES: Readonly<Record<Exclude<WebhookEventType, typeof EVERY_EVENT>, true>> = {
  'account.created': true,
  'account.metadata_replaced': true,
  'account.status_changed': true,
  'adjustment_request.applied': true,
  'adjustment_request.failed': true,
  'adjustment_request.rejected': true,
  'adjustment_request.submitted': true,
  'change_request.applied': true,
  'change_request.failed': true,
  'change_request.rejected': true,
  'change_request.submitted': true,
  'controls.replaced': true,
  'entity_schema.published': true,
  'general_ledger_account.created': true,
  'general_ledger_account.updated': true,
  'general_ledger_period.closed': true,
  'general_ledger_period.closing': true,
  'general_ledger_period.failed': true,
  'general_ledger_period.reopened': true,
  'general_ledger_settings.updated': true,
  'journal_entry.posted': true,
  'legacy_import.completed': true,
  'legacy_import.failed': true,
  'legacy_import.requested': true,
  'legacy_import.started': true,
  'lifecycle_request.applied': true,
  'lifecycle_request.failed': true,
  'lifecycle_request.rejected': true,
  'lifecycle_request.submitted': true,
  'loan.adjusted': true,
  'loan.created': true,
  'loan_transaction.posted': true,
  'notification.requested': true,
  'period_close.applied': true,
  'period_close.failed': true,
  'period_close.rejected': true,
  'period_close.submitted': true,
  'period_reopening.applied': true,
  'period_reopening.failed': true,
  'period_reopening.rejected': true,
  'period_reopening.submitted': true,
  'policy.rule_matched': true,
  'posting_template.created': true,
  'posting_template.deleted': true,
  'posting_template.replaced': true,
  'product.published': true,
  'regulatory_export.completed': true,
  'regulatory_export.delivered': true,
  'regulatory_export.failed': true,
  'regulatory_export.requested': true,
  'regulatory_export.started': true,
  'rule.created': true,
  'rule.deleted': true,
  'rule.updated': true,
  'settings_change.applied': true,
  'settings_change.rejected': true,
  'settings_change.submitted': true,
  'webhook.created': true,
  'webhook.deleted': true,
  'webhook.redriven': true,
  'webhook.replaced': true,
  'webhook.secret_rotated': true,
  'webhook.tested': true,
  'workflow.action_dispatched': true,
  'workflow.created': true,
  'workflow.event_emitted': true,
  'workflow.executed': true,
  'year_close.applied': true,
  'year_close.failed': true,
  'year_close.rejected': true,
  'year_close.submitted': true,
};

export const EVENT_TYPES: readonly string[] = Object.keys(TYPES);

/** As many types are named in a list. */
const NAMED_MAX = 3;

/** The types of a webhook as a text that fits into a list. */
export function summarizeEventTypes(types: readonly string[]): string {
  const named = types.slice(0, NAMED_MAX);
  const count = types.length - named.length;
  if (count === 0) return describeEventTypes(types);
  return webhookText('moreTypes', { types: named.join(', '), count });
}

/** The types of a webhook as a text. */
export function describeEventTypes(types: readonly string[]): string {
  return types.includes(EVERY_EVENT) ? webhookText('everyEvent') : types.join(', ');
}
