// The refusals of the oracle, each with the status from docs/refusals.md.

const STATUS = {
  unauthorized: 401,
  permission_denied: 403,
  self_approval: 403,
  not_the_maker: 403,
  invalid_idempotency_key: 400,
  invalid_request: 400,
  mixed_currencies: 400,
  invalid_ledger_line: 400,
  unbalanced: 400,
  invalid_amount: 400,
  correction_required: 400,
  correction_not_allowed: 400,
  wrong_correction: 400,
  invalid_general_ledger_settings: 400,
  allocation_mismatch: 400,
  account_not_found: 404,
  journal_entry_not_found: 404,
  transaction_not_found: 404,
  lifecycle_request_not_found: 404,
  adjustment_request_not_found: 404,
  general_ledger_account_not_found: 404,
  general_ledger_request_not_found: 404,
  change_request_not_found: 404,
  loan_not_found: 404,
  idempotency_key_reused: 409,
  external_id_taken: 409,
  already_decided: 409,
  target_is_reversal: 409,
  already_reversed: 409,
  adjust_the_transaction: 409,
  transition_not_allowed: 409,
  balance_not_zero: 409,
  loans_not_settled: 409,
  currency_mismatch: 409,
  disbursement_exceeds_principal: 409,
  allocation_exceeds_outstanding: 409,
  loan_settled: 409,
  account_not_active: 409,
  opening_balance_not_first: 409,
  insufficient_funds: 409,
  balance_out_of_range: 409,
  effective_date_outside_window: 409,
  period_closed: 409,
  period_not_ended: 409,
  period_not_open: 409,
  fiscal_year_mismatch: 409,
  period_not_closed: 409,
  trial_balance_late: 409,
  invalid_equity_account: 409,
  nothing_to_close: 409,
  general_ledger_account_unknown: 409,
  general_ledger_account_closed: 409,
  general_ledger_account_currency: 409,
  invalid_general_ledger_parent: 409,
  control_account_mismatch: 409,
} as const;

export type OracleRefusalCode = keyof typeof STATUS;

export const codes = Object.keys(STATUS) as OracleRefusalCode[];

/** A refusal of the oracle. */
export class OracleRefusal extends Error {
  readonly code: OracleRefusalCode;

  constructor(code: OracleRefusalCode) {
    super(code);
    this.name = 'Refused';
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** Refuses when the condition holds. */
export function refuseWhen(condition: boolean, code: OracleRefusalCode): void {
  if (condition) throw new OracleRefusal(code);
}

/** The record with the identifier, or a refusal. */
export function requireKnown<Value>(
  map: ReadonlyMap<string, Value>,
  id: unknown,
  code: OracleRefusalCode,
): Value {
  const found = typeof id === 'string' ? map.get(id) : undefined;
  if (found === undefined) throw new OracleRefusal(code);
  return found;
}
