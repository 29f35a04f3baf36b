// Refusals because of the state of the ledger (409), or of the moment (503).
import type { RefusalKind } from './kind.ts';

export const conflicts = {
  idempotency_key_reused: {
    status: 409,
    meaning: 'The Idempotency-Key was used for another request.',
  },
  external_id_taken: {
    status: 409,
    meaning:
      'Another account has the external_id; the message names it if the caller may read accounts.',
  },
  projection_not_built: {
    status: 409,
    meaning:
      'The read model that a filter or a publication needs lacks records of the tenant, and has not been rebuilt since.',
  },
  posting_template_changed: {
    status: 409,
    meaning: 'The posting template has another version than the one to replace.',
  },
  webhook_changed: {
    status: 409,
    meaning: 'The webhook has another version than the one to replace.',
  },
  too_many_webhooks: { status: 409, meaning: 'The tenant has as many webhooks as it may have.' },
  webhook_secret_not_shown: {
    status: 409,
    meaning: 'The secret of the webhook is older than a day; rotate it to get another.',
  },
  already_decided: {
    status: 409,
    meaning: 'The request is already approved, rejected or failed.',
  },
  request_outdated: {
    status: 409,
    meaning:
      'The period or the year of a general-ledger request has changed since the request, so that its approval fails; only a preview says so.',
  },
  target_is_reversal: { status: 409, meaning: 'A reversal cannot be reversed or corrected.' },
  already_reversed: { status: 409, meaning: 'The record is already reversed.' },
  adjust_the_transaction: {
    status: 409,
    meaning: 'The journal entry posts a loan transaction: adjust the transaction instead.',
  },
  transition_not_allowed: {
    status: 409,
    meaning: 'The account’s status does not allow the transition.',
  },
  balance_not_zero: { status: 409, meaning: 'An account to be closed holds money.' },
  loans_not_settled: {
    status: 409,
    meaning: 'An account to be closed has a loan that is not settled.',
  },
  rule_exists: { status: 409, meaning: 'The product has a rule with that id.' },
  too_many_rules: { status: 409, meaning: 'The product has as many rules as it may have.' },
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
    meaning:
      'A balance, an outstanding amount or a line that closes a year would need more than 38 digits.',
  },
  effective_date_outside_window: {
    status: 409,
    meaning: 'The effective date of an entry is outside the window that the settings allow.',
  },
  period_closed: {
    status: 409,
    meaning: 'The accounting date of an entry is in a period that is closed or being closed.',
  },
  period_not_ended: { status: 409, meaning: 'An accounting period to be closed has not ended.' },
  period_not_open: {
    status: 409,
    meaning: 'An accounting period to be closed is closed, or being closed.',
  },
  fiscal_year_mismatch: {
    status: 409,
    meaning: 'A year to be closed starts in another month than the fiscal years closed before.',
  },
  period_not_closed: {
    status: 409,
    meaning: 'An accounting period to be reopened, or of a year to be closed, is not closed.',
  },
  trial_balance_late: {
    status: 409,
    meaning:
      'The trial balance does not contain all entries of a year to be closed yet; repeat the request in a moment.',
  },
  general_ledger_account_unknown: {
    status: 409,
    meaning:
      'The chart of accounts does not have a code of a ledger line, and is enforced or a year is to be closed.',
  },
  invalid_equity_account: {
    status: 409,
    meaning:
      'The account that takes the result of a year is no ACTIVE account of the chart of the type EQUITY.',
  },
  nothing_to_close: {
    status: 409,
    meaning: 'Every income and expense account of a year to be closed is at 0.00.',
  },
  general_ledger_account_closed: {
    status: 409,
    meaning:
      'The chart of accounts is enforced, and a ledger line is on an account that is closed.',
  },
  general_ledger_account_currency: {
    status: 409,
    meaning:
      'A ledger line is on an account of another currency, and the chart of accounts is enforced or a year is to be closed.',
  },
  invalid_general_ledger_parent: {
    status: 409,
    meaning:
      'The parent of an account of the chart does not exist, is the account itself or below it, or is too many levels deep.',
  },
  control_account_mismatch: {
    status: 409,
    meaning:
      'Control accounts are enforced, and the ledger lines of an entry do not move one as its postings move what it controls.',
  },
  control_account_fixed: {
    status: 409,
    meaning:
      'Control accounts are enforced, and a version of a product names another control account than its accounts or loans have.',
  },
  schema_exists: { status: 409, meaning: 'The entity already has a schema.' },
  batch_not_completed: {
    status: 409,
    meaning: 'The batch is not COMPLETED, so it has no artifact.',
  },
  already_delivered: { status: 409, meaning: 'The delivery of the export is already recorded.' },
  preset_exists: { status: 409, meaning: 'The workflow of this preset already exists.' },
  step_failed: {
    status: 409,
    meaning: 'A step of the workflow failed, and nothing was done; the message says which and why.',
  },
  contention: {
    status: 503,
    retryAfterSeconds: 1,
    meaning:
      'Other requests kept changing the same records, or the store stayed busy, until the retries were used up. The request recorded nothing; retry it with the same key.',
  },
  outcome_unknown: {
    status: 503,
    retryAfterSeconds: 1,
    meaning:
      'The store did not confirm whether the request was carried out. It may have taken effect, or may still take effect, once at most. Retry it with the same key to get its answer.',
  },
} as const satisfies Record<string, RefusalKind>;
