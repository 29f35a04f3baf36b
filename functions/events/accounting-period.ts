// Events of accounting periods and of the requests that change the general ledger.
import type { Period, PeriodRecords } from '../domain/general-ledger/periods.ts';
import type {
  ApprovedGeneralLedgerRequest,
  GeneralLedgerRequest,
  GeneralLedgerRequestKind,
} from '../domain/requests/general-ledger.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toPeriodView } from '../views/accounting-period.ts';
import { buildDecisionEvent } from './decision.ts';
import { buildSettingsUpdatedEvent } from './general-ledger.ts';
import { buildPostedEvent } from './journal-entry.ts';

// Each kind has events of its own: an approved closing starts a state machine, others do not.
const NOUNS: Readonly<Record<GeneralLedgerRequestKind, string>> = {
  PERIOD_CLOSE: 'period_close',
  PERIOD_REOPEN: 'period_reopening',
  YEAR_CLOSE: 'year_close',
  SETTINGS_CHANGE: 'settings_change',
};

const VERBS = {
  OPEN: 'reopened',
  CLOSING: 'closing',
  CLOSED: 'closed',
  FAILED: 'failed',
} as const;

/** Builds the event of a submitted or decided request; the answer is its payload. */
export function buildGeneralLedgerRequestEvent(request: GeneralLedgerRequest): EventDraft {
  return buildDecisionEvent(NOUNS[request.kind], request);
}

/** Builds the events of an approval: the decision and, when it was applied, the changed records and the entries. */
export function buildGeneralLedgerApprovalEvents({
  request,
  changed,
}: ApprovedGeneralLedgerRequest): EventDraft[] {
  const decision = buildGeneralLedgerRequestEvent(request);
  if (!changed) return [decision];
  const { settings, period, entries = [] } = changed;
  return [
    decision,
    buildSettingsUpdatedEvent(settings),
    ...(period ? [buildPeriodEvent(period)] : []),
    ...entries.map((entry) => buildPostedEvent(entry)),
  ];
}

/** Builds the events of a closing that has ended: the period and the settings that name it. */
export function buildPeriodEvents({ period, settings }: PeriodRecords): EventDraft[] {
  return [buildPeriodEvent(period), buildSettingsUpdatedEvent(settings)];
}

function buildPeriodEvent(period: Period): EventDraft {
  return {
    type: `general_ledger_period.${VERBS[period.state]}`,
    aggregateId: period.period,
    version: period.version,
    payload: toPeriodView(period),
  };
}
