// The oracle's rules for deciding the requests that change the general ledger.
import { OracleRefusal } from '../oracle-refusal.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { applyDecision, requirePending } from '../requests.ts';
import { putLedgerRequest } from './ledger-requests.ts';
import { changePeriod } from './periods.ts';
import { changeSettings } from './settings.ts';
import type {
  OracleRequest,
  SentRequest,
  SettingsChange,
  TenantState,
} from '../histories/oracle-state.ts';

const approveGeneralLedgerRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLedgerRequest(state, sent, true);
    const applied = applyDecision(request, 'APPLIED', sent, exchange);
    try {
      const changed = applyChange(state, applied, sent.at);
      return { body: applied.body, state: putLedgerRequest(changed, applied) };
    } catch (error) {
      if (!(error instanceof OracleRefusal)) throw error;
      const failed = applyDecision(request, 'FAILED', sent, exchange);
      return { body: failed.body, state: putLedgerRequest(state, failed) };
    }
  },
};

function applyChange(state: TenantState, request: OracleRequest, at: string): TenantState {
  const { body } = request;
  if (body['kind'] !== 'SETTINGS_CHANGE') return changePeriod(state, request, at);
  const { updatedAt = '' } = state.settings;
  const created = String(body['created_at']);
  const time = { updatedAt: created > updatedAt ? created : updatedAt, isExact: false };
  const change = body['settings'] as SettingsChange;
  return { ...state, settings: changeSettings(state.settings, change, time) };
}

const rejectGeneralLedgerRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLedgerRequest(state, sent, false);
    const after = applyDecision(request, 'REJECTED', sent, exchange);
    return { body: after.body, state: putLedgerRequest(state, after) };
  },
};

function requireLedgerRequest(
  { ledgerRequests }: TenantState,
  sent: SentRequest,
  isApproval: boolean,
): OracleRequest {
  return requirePending(ledgerRequests, sent, isApproval, 'general_ledger_request_not_found');
}

export const ledgerDecisionRules = { approveGeneralLedgerRequest, rejectGeneralLedgerRequest };
