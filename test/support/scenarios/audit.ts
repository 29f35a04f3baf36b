// Scenarios of the audit trail, with each key by which its events are found, and of the directory.
import type { ScenariosByOperation } from './scenario-records.ts';

function listAuditQueries(account: string): readonly Record<string, string>[] {
  return [
    {},
    { actor: 'ada' },
    { operation: 'createAccount' },
    { subject: account },
    { subject: account, actor: 'ada', operation: 'createAccount' },
  ];
}

export const auditScenarios = {
  listAuditEvents: ({ account }) => listAuditQueries(account).map((query) => ({ query })),
  listOperators: () => [{}, { query: { ids: 'ada,eve' } }],
  getOperator: () => [{ path: { operatorId: 'ada' } }],
  getReceipt: ({ receiptKey }) => [{ path: { key: receiptKey } }],
} satisfies ScenariosByOperation;
