// Refusals because the tenant does not have the record (404).
import type { RefusalKind } from './kind.ts';

export const unknowns = {
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
  schema_not_found: { status: 404, meaning: 'The tenant has no such entity schema.' },
  workflow_not_found: { status: 404, meaning: 'The tenant has no such workflow.' },
  execution_not_found: { status: 404, meaning: 'The tenant has no such workflow execution.' },
  loan_not_found: { status: 404, meaning: 'The tenant has no such loan.' },
  batch_not_found: { status: 404, meaning: 'The tenant has no such batch.' },
  description_not_found: {
    status: 404,
    meaning: 'The artifact has no description: only that of a FEC has one.',
  },
  projection_not_found: {
    status: 404,
    meaning:
      'The projection has no such record: it does not exist, or its events are not applied yet.',
  },
  operator_not_found: {
    status: 404,
    meaning: 'No token of such an operator or service of the tenant was seen yet.',
  },
  product_not_found: { status: 404, meaning: 'The tenant has no such product.' },
  product_configuration_not_found: {
    status: 404,
    meaning: 'The tenant has not generated a product configuration yet.',
  },
  general_ledger_account_not_found: {
    status: 404,
    meaning: 'The chart of accounts of the tenant has no such account.',
  },
  general_ledger_request_not_found: {
    status: 404,
    meaning: 'The tenant has no such general-ledger request.',
  },
  change_request_not_found: { status: 404, meaning: 'The tenant has no such change request.' },
  rule_not_found: { status: 404, meaning: 'The product has no such rule.' },
} as const satisfies Record<string, RefusalKind>;
