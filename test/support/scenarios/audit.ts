// Scenarios of the audit trail: each key by which its events are found.
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
} satisfies ScenariosByOperation;
