// Refusals of malformed or inconsistent requests (400, 413, 415).
import type { RefusalKind } from './kind.ts';

export const faults = {
  invalid_correlation_id: {
    status: 400,
    meaning: 'X-Correlation-ID is not 1 to 128 characters of A-Z a-z 0-9 . _ : -',
  },
  invalid_idempotency_key: {
    status: 400,
    meaning:
      'Idempotency-Key is missing, given with two values, or not 16 to 128 characters of A-Z a-z 0-9 . _ : -',
  },
  unsupported_media_type: { status: 415, meaning: 'The body is not JSON in UTF-8.' },
  body_too_large: { status: 413, meaning: 'The body is larger than 1 MiB.' },
  invalid_json: {
    status: 400,
    meaning: 'The body is not one JSON value, repeats a member or is nested too deeply.',
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
    meaning:
      'The period starts after its end or in the future, or one of its dates does not exist.',
  },
  invalid_as_of: {
    status: 400,
    meaning:
      'The instant of as_of does not exist, is more than a minute in the future, or comes with from or to.',
  },
  invalid_retention: {
    status: 400,
    meaning: 'The retention does not extend beyond the exported period and the present day (UTC).',
  },
  invalid_format: {
    status: 400,
    meaning: 'The legal basis code of the export goes with another format than the requested one.',
  },
  invalid_encoding: {
    status: 400,
    meaning: 'The format of the export is not written in the requested character set.',
  },
  invalid_expression: {
    status: 400,
    meaning:
      'A condition or a template is not CEL, is too large or calls an unknown function; the message names the position.',
  },
  invalid_product: {
    status: 400,
    meaning:
      'The id of a product is reserved, its config is too large, or its overdraft limit or ledger accounts are invalid.',
  },
  invalid_control: {
    status: 400,
    meaning:
      'A control names an operation that cannot be controlled, or its condition names what does not exist; the message names the position.',
  },
  invalid_rule: {
    status: 400,
    meaning:
      'The id of a rule is reserved, its action is too large, or its condition has warnings and the rules of the tenant are STRICT.',
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
    meaning: 'A CORRECTION has no correction.',
  },
  correction_not_allowed: {
    status: 400,
    meaning: 'A REVERSAL takes no correction.',
  },
  wrong_correction: {
    status: 400,
    meaning: 'The correction does not match the type of the target.',
  },
  allocation_mismatch: {
    status: 400,
    meaning:
      'The parts of a loan transaction do not add up to its amount, or its type does not allow one of them.',
  },
  invalid_schema: {
    status: 400,
    meaning: 'An entity schema contradicts itself; the message names each fault.',
  },
  invalid_workflow: {
    status: 400,
    meaning: 'Two steps of a workflow have the same order, or the workflow is too large.',
  },
  invalid_general_ledger_account: {
    status: 400,
    meaning: 'An account of the chart has a mapping without a valid name.',
  },
  invalid_general_ledger_settings: {
    status: 400,
    meaning: 'A setting of the general ledger has a value that does not exist.',
  },
  invalid_posting_template: {
    status: 400,
    meaning:
      'A line of a posting template has no amount or two of them, or the lines cannot balance; the message names each fault.',
  },
  invalid_webhook: {
    status: 400,
    meaning:
      'The address of a webhook is none that may be called, or its types of events contradict each other; the message names each fault.',
  },
  invalid_import: {
    status: 400,
    meaning: 'A legacy import contradicts itself; the message names each fault.',
  },
  too_many_writes: {
    status: 400,
    meaning: 'The request would write more items than one transaction holds.',
  },
  entry_too_large: {
    status: 400,
    meaning: 'A journal entry or an execution is larger than the ledger can store in one record.',
  },
} as const satisfies Record<string, RefusalKind>;
