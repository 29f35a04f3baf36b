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
  export_schedule_not_found: { status: 404, meaning: 'The tenant has no such export schedule.' },
  description_not_found: {
    status: 404,
    meaning: 'The artifact has no description: only that of a FEC has one.',
  },
  signature_not_found: {
    status: 404,
    meaning:
      'The manifest has no signature: only those of exports have one, since there is an evidence log.',
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
  posting_template_not_found: { status: 404, meaning: 'The tenant has no such posting template.' },
  webhook_not_found: { status: 404, meaning: 'The tenant has no such webhook.' },
  webhook_delivery_not_found: {
    status: 404,
    meaning: 'The webhook has no delivery of that event, or none any more.',
  },
  rule_not_found: { status: 404, meaning: 'The product has no such rule.' },
  receipt_not_found: {
    status: 404,
    meaning:
      'The tenant has no such receipt, the caller may not read it, or it is from before there was an evidence log.',
  },
  evidence_not_found: {
    status: 404,
    meaning:
      'The evidence log has no such tile or no checkpoint of that size, or is younger than the journal entry.',
  },
  evidence_not_sealed: {
    status: 404,
    retryAfterSeconds: 60,
    meaning:
      'No checkpoint of the evidence log covers it yet. The log is sealed two to three minutes after each change, on one machine within a minute.',
  },
} as const satisfies Record<string, RefusalKind>;
