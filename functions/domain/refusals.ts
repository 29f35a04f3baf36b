// Every way the product says no, in the order of precedence: the error catalogue, the HTTP mapping
// and docs/refusals.md are made from this list.

interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 503;
  /** What it means, for the catalogue. */
  readonly meaning: string;
}

export const refusals = {
  unauthorized: {
    status: 401,
    meaning: 'The bearer token is missing, expired, invalid or meant for another audience.',
  },
  permission_denied: {
    status: 403,
    meaning: 'The token does not carry the permission that the operation needs.',
  },
  self_approval: {
    status: 403,
    meaning: 'The maker of a request may not approve it; another operator must.',
  },
  invalid_correlation_id: {
    status: 400,
    meaning: 'X-Correlation-ID is not 1 to 128 characters of A-Z a-z 0-9 . _ : -',
  },
  invalid_idempotency_key: {
    status: 400,
    meaning: 'Idempotency-Key is missing or not 16 to 128 characters of A-Z a-z 0-9 . _ : -',
  },
  unsupported_media_type: { status: 415, meaning: 'The body is not JSON in UTF-8.' },
  body_too_large: { status: 413, meaning: 'The body is larger than 1 MiB.' },
  invalid_json: {
    status: 400,
    meaning: 'The body is not one JSON value, repeats a member or nests too deep.',
  },
  invalid_request: {
    status: 400,
    meaning: 'The request breaks the contract; the message names each fault.',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor was changed, or comes from another list, filter or tenant.',
  },
  invalid_period: {
    status: 400,
    meaning: 'The period begins after its end, or an end of it does not exist.',
  },
  mixed_currencies: {
    status: 400,
    meaning: 'The postings of a journal entry are in more than one currency.',
  },
  invalid_ledger_line: {
    status: 400,
    meaning: 'A ledger line does not carry exactly one amount above zero.',
  },
  unbalanced: { status: 400, meaning: 'The debits of a journal entry do not equal its credits.' },
  invalid_amount: { status: 400, meaning: 'A posted amount is not above zero.' },
  correction_required: {
    status: 400,
    meaning: 'A CORRECTION does not say what takes the place of the record.',
  },
  correction_not_allowed: {
    status: 400,
    meaning: 'A REVERSAL puts nothing in the place of the record.',
  },
  wrong_correction: {
    status: 400,
    meaning: 'The correction is not of the kind that the target type takes.',
  },
  allocation_mismatch: {
    status: 400,
    meaning:
      'The parts of a loan transaction do not add up to its amount, or its type may not touch one of them.',
  },
  too_many_writes: {
    status: 400,
    meaning: 'The request would write more items than one transaction holds.',
  },
  entry_too_large: {
    status: 400,
    meaning: 'A journal entry is larger than the ledger can store in one record.',
  },
  account_not_found: { status: 404, meaning: 'The tenant has no such account.' },
  journal_entry_not_found: { status: 404, meaning: 'The tenant has no such journal entry.' },
  transaction_not_found: { status: 404, meaning: 'The tenant has no such loan transaction.' },
  lifecycle_request_not_found: {
    status: 404,
    meaning: 'The tenant has no such account lifecycle request.',
  },
  adjustment_request_not_found: {
    status: 404,
    meaning: 'The tenant has no such financial adjustment request.',
  },
  loan_not_found: { status: 404, meaning: 'The tenant has no such loan.' },
  idempotency_key_reused: {
    status: 409,
    meaning: 'The Idempotency-Key was used for another request.',
  },
  already_decided: {
    status: 409,
    meaning: 'The request was approved, rejected or has failed before.',
  },
  target_is_reversal: { status: 409, meaning: 'A reversal cannot be reversed or corrected.' },
  already_reversed: { status: 409, meaning: 'The record was reversed before.' },
  adjust_the_transaction: {
    status: 409,
    meaning: 'The journal entry posts a loan transaction, which is to be adjusted instead.',
  },
  transition_not_allowed: {
    status: 409,
    meaning: 'The transition does not start from the status that the account has.',
  },
  balance_not_zero: { status: 409, meaning: 'An account that is to be closed holds money.' },
  currency_mismatch: {
    status: 409,
    meaning: 'A posting, loan or transaction is not in the currency of its account or loan.',
  },
  disbursement_exceeds_principal: {
    status: 409,
    meaning: 'More would be disbursed than the principal of the loan.',
  },
  allocation_exceeds_outstanding: {
    status: 409,
    meaning: 'A transaction would take an outstanding part of the loan below zero.',
  },
  loan_settled: { status: 409, meaning: 'Interest or a fee would accrue on a settled loan.' },
  account_not_active: {
    status: 409,
    meaning: 'A posting or a loan touches an account that is frozen or closed.',
  },
  opening_balance_not_first: {
    status: 409,
    meaning: 'An opening balance is not the first entry of its account.',
  },
  insufficient_funds: { status: 409, meaning: 'A posting would take an account below its limit.' },
  balance_out_of_range: {
    status: 409,
    meaning: 'A balance or outstanding amount would need more than 38 digits.',
  },
  contention: {
    status: 503,
    meaning:
      'Others changed the same records, or the store was busy, longer than the retries lasted. The same key is safe.',
  },
} as const satisfies Record<string, RefusalKind>;

/** The reason phrase that an error names itself with, by its status. */
export const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export type RefusalCode = keyof typeof refusals;

/** A "no" with a reason from the list; the only thing the domain throws on purpose. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly faults: readonly string[] | undefined;

  /** `detail` is one sentence for the caller, or one for each fault of an invalid request. */
  constructor(code: RefusalCode, detail: string | readonly string[]) {
    super(typeof detail === 'string' ? detail : detail.join(' '));
    this.name = 'Refusal';
    this.code = code;
    this.faults = typeof detail === 'string' ? undefined : detail;
  }

  get status(): number {
    return refusals[this.code].status;
  }
}

/** Throws the refusal when the condition holds. */
export function refuseIf(condition: boolean, code: RefusalCode, detail: string): void {
  if (condition) throw new Refusal(code, detail);
}
