// What the events of the general ledger's settings, chart and accounting periods state of records.
import type { StoredEvent } from '../../../ledger/commit/receipt-events.ts';
import { keys } from '../../../ledger/store/keys.ts';
import type { ReceiptContent } from '../receipt-content.ts';
import type { RecordChange } from '../record-change.ts';
import type { Members } from '../stored-record-form.ts';

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
  return [{ kind: 'GLS', key, ...toVersion(event) }];
}

function toAccountChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = keys.generalLedgerAccount(tenant, event.aggregateId);
  return [{ kind: 'GLA', key, ...toVersion(event) }];
}

function toPeriodChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = keys.generalLedgerPeriod(tenant, event.aggregateId);
  return [{ kind: 'GLP', key, ...toVersion(event) }];
}

function toVersion({ aggregateId: about, version, payload }: StoredEvent) {
  const members = (payload ?? {}) as Members;
  return { type: 'version', about, change: String(version), since: '', members } as const;
}
