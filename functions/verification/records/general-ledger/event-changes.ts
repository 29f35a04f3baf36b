// What the events of the general ledger's settings, chart and accounting periods state of records.
import type { StoredEvent } from '../../../ledger/commit/receipt-events.ts';
import { keys } from '../../../ledger/store/keys.ts';
import type { ReceiptContent } from '../receipt-content.ts';
import { buildVersionChange, toMembers } from '../record-change.ts';
import type { RecordChange } from '../record-change.ts';

export const generalLedgerEventChanges = {
  'general_ledger_settings.updated': toSettingsChanges,
  'general_ledger_account.created': toAccountChanges,
  'general_ledger_account.updated': toAccountChanges,
  'general_ledger_period.closing': toPeriodChanges,
  'general_ledger_period.closed': toPeriodChanges,
  'general_ledger_period.failed': toPeriodChanges,
  'general_ledger_period.reopened': toPeriodChanges,
} as const;

function toSettingsChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = keys.generalLedgerSettings(tenant);
  return [buildVersionChange('GLS', { key, members: toMembers(event) }, event)];
}

function toAccountChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = keys.generalLedgerAccount(tenant, event.aggregateId);
  return [buildVersionChange('GLA', { key, members: toMembers(event) }, event)];
}

function toPeriodChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = keys.generalLedgerPeriod(tenant, event.aggregateId);
  return [buildVersionChange('GLP', { key, members: toMembers(event) }, event)];
}
