// The oracle's rules for deciding the requests that change the general ledger.
import type { OracleRule } from '../oracle-rule.ts';
import { applyDecision, requirePending } from '../requests.ts';
import { putLedgerRequest } from './ledger-requests.ts';
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
    const after = applyDecision(request, 'APPLIED', sent, exchange);
    return { body: after.body, state: putLedgerRequest(applyChange(state, after), after) };
  },
};

function applyChange(state: TenantState, { body }: OracleRequest): TenantState {
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
