// Versions of what an institution configures. Each row is one noun of functions/domain/versions/.
import type { Operation, OperationGrant } from './row.ts';

/** As the operations that read the noun. */
const READERS = ['finance.read', 'configuration.write', 'audit.read'] as const;

/** Besides the noun itself: the list of its versions, and the receipts that hold them. */
const USES = [
  'projections:GetItem',
  'projections:Query',
  'receipts:BatchGetItem',
] as const satisfies readonly OperationGrant[];

// prettier-ignore
export const versions = {
  listProductVersions: {
    route: 'GET /api/products/{productId}/versions', api: 'ledger', area: 'versions', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:GetItem', ...USES], refuses: ['invalid_cursor', 'product_not_found', 'projection_not_built'],
    summary: 'List the versions of a product newest first: what it was, who changed it and when.',
  },
  listRuleVersions: {
    route: 'GET /api/products/{productId}/rules/{ruleId}/versions', api: 'ledger', area: 'versions', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:GetItem', ...USES], refuses: ['invalid_cursor', 'rule_not_found', 'projection_not_built'],
    summary: 'List the versions of a rule, deleted ones too, newest first: what it was, who changed it and when.',
  },
  listSchemaVersions: {
    route: 'GET /api/schemas/{schemaId}/versions', api: 'ledger', area: 'versions', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:GetItem', ...USES], refuses: ['invalid_cursor', 'schema_not_found', 'projection_not_built'],
    summary: 'List the versions of an entity schema newest first: what it was, who changed it and when.',
  },
  listWorkflowVersions: {
    route: 'GET /api/workflows/{workflowId}/versions', api: 'ledger', area: 'versions', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:GetItem', ...USES], refuses: ['invalid_cursor', 'workflow_not_found', 'projection_not_built'],
    summary: 'List the versions of a workflow newest first: what it was, who changed it and when.',
  },
  listGeneralLedgerAccountVersions: {
    route: 'GET /api/general-ledger/accounts/{code}/versions', api: 'ledger', area: 'versions', permission: READERS, success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:GetItem', ...USES], refuses: ['invalid_cursor', 'general_ledger_account_not_found', 'projection_not_built'],
    summary: 'List the versions of an account of the chart newest first: what it was, who changed it and when.',
  },
  listGeneralLedgerSettingsVersions: {
    route: 'GET /api/general-ledger/settings/versions', api: 'ledger', area: 'versions', permission: READERS, success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:BatchGetItem', ...USES], refuses: ['invalid_cursor', 'projection_not_built'],
    summary: 'List the versions of the settings of the general ledger newest first: what it was, who changed it and when.',
  },
  listControlsVersions: {
    route: 'GET /api/controls/versions', api: 'ledger', area: 'versions', permission: READERS, success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:BatchGetItem', ...USES], refuses: ['invalid_cursor', 'projection_not_built'],
    summary: 'List the versions of the controls newest first: what they were, who changed them and when.',
  },
} as const satisfies Record<string, Operation>;
