// Scenarios of the versions of what an institution configures.
import type { ScenariosByOperation } from './scenario-records.ts';

export const versionScenarios = {
  listProductVersions: ({ product }) => [{ path: { productId: product } }],
  listRuleVersions: ({ product }) => [{ path: { productId: product, ruleId: 'one' } }],
  listSchemaVersions: ({ schema }) => [{ path: { schemaId: schema } }],
  listWorkflowVersions: ({ workflow }) => [{ path: { workflowId: workflow } }],
  listGeneralLedgerAccountVersions: ({ ledgerAccount }) => [{ path: { code: ledgerAccount } }],
  listGeneralLedgerSettingsVersions: () => [{}],
  listControlsVersions: () => [{}],
} satisfies ScenariosByOperation;
