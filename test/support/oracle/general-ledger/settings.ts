// The oracle's rules for the settings of the general ledger (docs/general-ledger.md, Settings).
import { refuseWhen } from '../oracle-refusal.ts';
import { requireNotBefore } from '../oracle-rule.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { submitLedgerRequest } from './ledger-requests.ts';
import type { OracleBody, OracleSettings, SettingsChange } from '../histories/oracle-state.ts';

const updateGeneralLedgerSettings: OracleRule = {
  status: 200,
  isPut: true,
  check: ({ time_zone: zone }) =>
    refuseWhen(zone !== undefined && !isTimeZone(String(zone)), 'invalid_general_ledger_settings'),
  carryOut: (state, sent, exchange) => {
    const { reason, ...settings } = sent.body as SettingsChange & { readonly reason?: string };
    const facts = exchange.answer.body as OracleBody;
    const { updatedAt: earliest = '' } = state.settings;
    const updatedAt = requireNotBefore(facts['updated_at'], earliest);
    const after = changeSettings(state.settings, settings, { updatedAt, isExact: true });
    if (isEnforcing(state.settings) || isEnforcing(after)) {
      const change = { kind: 'SETTINGS_CHANGE', settings };
      return { ...submitLedgerRequest(state, { change, reason }, sent, exchange), status: 202 };
    }
    return { body: buildSettingsBody(after, facts), state: { ...state, settings: after } };
  },
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isEnforcing({ chart, control_accounts: mode }: OracleSettings): boolean {
  return chart === 'ENFORCED' || mode === 'ENFORCED';
}

/** When the settings changed: exactly, or a lower bound. */
export type SettingsTime = Pick<OracleSettings, 'updatedAt' | 'isExact'>;

/** The settings that the change leaves out keep their values. */
export function changeSettings(
  before: OracleSettings,
  change: SettingsChange,
  time: SettingsTime,
): OracleSettings {
  return { ...before, ...change, ...time, version: before.version + 1 };
}

/** The settings as the API returns them. */
export function buildSettingsBody(
  { updatedAt, isExact, ...settings }: OracleSettings,
  facts: OracleBody,
): OracleBody {
  if (updatedAt === undefined) return settings;
  const actual = requireNotBefore(facts['updated_at'], updatedAt);
  return { ...settings, updated_at: isExact ? updatedAt : actual };
}

const getGeneralLedgerSettings: OracleRule = {
  status: 200,
  carryOut: (state, _, { answer }) => {
    return { body: buildSettingsBody(state.settings, answer.body as OracleBody), state };
  },
};

export const settingsRules = { updateGeneralLedgerSettings, getGeneralLedgerSettings };
