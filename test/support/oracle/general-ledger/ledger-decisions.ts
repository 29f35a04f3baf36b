// The oracle's rules for deciding the requests that change the general ledger.
import { OracleRefusal } from '../oracle-refusal.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { applyDecision, applyWithdrawal, requirePending } from '../requests.ts';
import type { OracleDecision } from '../requests.ts';
import { putLedgerRequest } from './ledger-requests.ts';
import { changePeriod } from './periods.ts';
import { changeSettings } from './settings.ts';
import { closeYear, refuseLateApproval } from './years.ts';
import type { OracleClosedYear } from './years.ts';
import type {
  OracleExchange,
  OracleRequest,
  SentRequest,
  SettingsChange,
  TenantState,
} from '../histories/oracle-state.ts';

const approveGeneralLedgerRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLedgerRequest(state, sent, 'approve');
    refuseLateApproval(state, request);
    const applied = applyDecision(request, 'APPLIED', sent, exchange);
    const changed = tryChange(state, applied, sent, exchange);
    if (!changed) {
      const failed = applyDecision(request, 'FAILED', sent, exchange);
      return { body: failed.body, state: putLedgerRequest(state, failed) };
    }
    const { entries = [] } = changed;
    const ids = entries.length > 0 && { journal_entry_ids: entries.map(({ id }) => id) };
    const after = { ...applied, body: { ...applied.body, ...ids } };
    return { body: after.body, state: putLedgerRequest(changed.state, after), entries };
  },
};

/** The state after a change, and the entries that it posted. */
type OracleLedgerChange = Pick<OracleClosedYear, 'state'> & Partial<OracleClosedYear>;

/** The change; undefined if it is not possible any more. */
function tryChange(
  state: TenantState,
  request: OracleRequest,
  sent: SentRequest,
  exchange: OracleExchange,
): OracleLedgerChange | undefined {
  try {
    if (request.body['kind'] === 'YEAR_CLOSE') return closeYear(state, request, sent, exchange);
    const after = applyChange(state, request, sent.at);
    return after && { state: after };
  } catch (error) {
    if (!(error instanceof OracleRefusal)) throw error;
    return undefined;
  }
}

function applyChange(
  state: TenantState,
  request: OracleRequest,
  at: string,
): TenantState | undefined {
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
    const request = requireLedgerRequest(state, sent, 'reject');
    const after = applyDecision(request, 'REJECTED', sent, exchange);
    return { body: after.body, state: putLedgerRequest(state, after) };
  },
};

const withdrawGeneralLedgerRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLedgerRequest(state, sent, 'withdraw');
    const after = applyWithdrawal(request, sent, exchange);
    return { body: after.body, state: putLedgerRequest(state, after) };
  },
};

function requireLedgerRequest(
  { ledgerRequests }: TenantState,
  sent: SentRequest,
  how: OracleDecision,
): OracleRequest {
  return requirePending(ledgerRequests, sent, how, 'general_ledger_request_not_found');
}

export const ledgerDecisionRules = {
  approveGeneralLedgerRequest,
  rejectGeneralLedgerRequest,
  withdrawGeneralLedgerRequest,
};
