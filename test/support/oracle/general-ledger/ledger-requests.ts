// The oracle's rules for the changes of the general ledger that take two operators
// (docs/general-ledger.md).
import { requireKnown } from '../oracle-refusal.ts';
import { requireFreshId, requireSentence } from '../oracle-rule.ts';
import type { ExpectedAnswer, OracleRule } from '../oracle-rule.ts';
import { buildRequest } from '../requests.ts';
import { putRecord } from '../histories/oracle-state.ts';
import type {
  OracleBody,
  OracleExchange,
  OracleRequest,
  SentRequest,
  TenantState,
} from '../histories/oracle-state.ts';

interface SubmittedChange {
  /** The kind, and what is to change. */
  readonly change: OracleBody;
  /** A change of the settings need not name one. */
  readonly reason: string | undefined;
}

/** The request that another operator decides. */
export function submitLedgerRequest(
  state: TenantState,
  { change, reason }: SubmittedChange,
  sent: SentRequest,
  exchange: OracleExchange,
): ExpectedAnswer {
  const facts = exchange.answer.body as OracleBody;
  const id = requireFreshId(facts['id'], 'glr', state.ledgerRequests);
  const body = {
    ...buildRequest(sent, exchange),
    id,
    ...change,
    reason: reason ?? requireSentence(facts['reason']),
  };
  const request: OracleRequest = {
    id,
    maker: sent.subject,
    status: 'PENDING_APPROVAL',
    subject: String(change['kind']),
    body,
  };
  return { body, state: putLedgerRequest(state, request) };
}

export function putLedgerRequest(state: TenantState, request: OracleRequest): TenantState {
  return { ...state, ledgerRequests: putRecord(state.ledgerRequests, request.id, request) };
}

const getGeneralLedgerRequest: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const id = path['requestId'];
    const { body } = requireKnown(state.ledgerRequests, id, 'general_ledger_request_not_found');
    return { body, state };
  },
};

export const ledgerRequestRules = { getGeneralLedgerRequest };
