// The settings of a tenant's general ledger. Every control is off or only reports until the tenant
// enforces it (docs/contract.md, General ledger).
import { Refusal } from '../refusals/refusals.ts';
import { latestTime } from '../values/times.ts';
import { NO_CURRENCY } from '../values/money.ts';
import { isTimeZone, UTC } from '../values/time-zones.ts';

/** Whether an account code must be in the chart of accounts. */
export type ChartMode = 'OPEN' | 'ENFORCED';

/** Whether an entry must tie its control accounts to its postings, or only reports the difference. */
export type ControlAccountMode = 'REPORTED' | 'ENFORCED';

/** Whether a rule whose condition has warnings is accepted with a report of them, or refused. */
export type RuleConditionMode = 'REPORTED' | 'STRICT';

/** Whether a rule that fails denies, or is skipped and recorded with the entry that it did not judge. */
export type FailingRuleMode = 'DENY' | 'SKIP';

/** The days before and after today that a posting may name, with the contract's member names. */
export interface EffectiveDateWindow {
  /** Unlimited if absent. */
  readonly days_back?: number;
  /** Unlimited if absent. */
  readonly days_ahead?: number;
}

export interface GeneralLedgerSettings {
  /** The currency of entries that name none; NO_CURRENCY until one is set. */
  readonly baseCurrency: string;
  /** The IANA name of the time zone in which a day is an accounting date. */
  readonly timeZone: string;
  readonly chart: ChartMode;
  readonly controlAccounts: ControlAccountMode;
  readonly effectiveDateWindow: EffectiveDateWindow;
  /** REPORTED while absent. */
  readonly ruleConditions?: RuleConditionMode;
  /** DENY while absent. */
  readonly failingRules?: FailingRuleMode;
  /** The accounting periods that take no entries; absent while all do. No change of settings sets it. */
  readonly closedPeriods?: Readonly<Record<string, 'CLOSING' | 'CLOSED'>>;
  /** The month in which all fiscal years start: 01 to 12; absent until one is closed. No change of settings sets it. */
  readonly fiscalYearStart?: string;
  /** 0 until the first change, and grows by 1 with each. */
  readonly version: number;
  /** Absent until the first change. */
  readonly updatedAt?: string;
}

/** What a change sets; the settings that it leaves out keep their values. */
export interface GeneralLedgerSettingsChange {
  readonly base_currency?: string;
  readonly time_zone?: string;
  readonly chart?: ChartMode;
  readonly control_accounts?: ControlAccountMode;
  readonly effective_date_window?: EffectiveDateWindow;
  readonly rule_conditions?: RuleConditionMode;
  readonly failing_rules?: FailingRuleMode;
}

/** The settings of a tenant that has set none. */
export const DEFAULT_GENERAL_LEDGER_SETTINGS: GeneralLedgerSettings = {
  baseCurrency: NO_CURRENCY,
  timeZone: UTC,
  chart: 'OPEN',
  controlAccounts: 'REPORTED',
  effectiveDateWindow: {},
  version: 0,
};

/** Refuses with invalid_general_ledger_settings a change that no state of the ledger allows. */
export function refuseInvalidSettings({ time_zone: timeZone }: GeneralLedgerSettingsChange): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const fault = '/time_zone must be the name of an IANA time zone such as Europe/Berlin';
  throw new Refusal('invalid_general_ledger_settings', [fault]);
}

/** Whether the settings enforce a control: then it takes two operators to change them. */
export function isEnforcedBy({ chart, controlAccounts }: GeneralLedgerSettings): boolean {
  return chart === 'ENFORCED' || controlAccounts === 'ENFORCED';
}

/** Returns the settings after a valid change. */
export function changeSettings(
  before: GeneralLedgerSettings,
  change: GeneralLedgerSettingsChange,
  now: Date,
): GeneralLedgerSettings {
  const {
    base_currency: baseCurrency = before.baseCurrency,
    time_zone: timeZone = before.timeZone,
    chart = before.chart,
    control_accounts: controlAccounts = before.controlAccounts,
    effective_date_window: effectiveDateWindow = before.effectiveDateWindow,
    rule_conditions: ruleConditions = before.ruleConditions,
    failing_rules: failingRules = before.failingRules,
  } = change;
  const version = before.version + 1;
  const updatedAt = latestTime(now, before.updatedAt).toISOString();
  return {
    ...before,
    baseCurrency,
    timeZone,
    chart,
    controlAccounts,
    effectiveDateWindow,
    ...(ruleConditions && { ruleConditions }),
    ...(failingRules && { failingRules }),
    version,
    updatedAt,
  };
}
