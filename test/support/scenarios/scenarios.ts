// The scenarios of all operations; a new row without scenarios does not compile.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { accountingPeriodScenarios } from './accounting-periods.ts';
import { auditScenarios } from './audit.ts';
import { changeRequestScenarios } from './controls/change-requests.ts';
import { configurationScenarios } from './configuration.ts';
import { controlScenarios } from './control.ts';
import { evidenceScenarios } from '../evidence/log-scenarios.ts';
import { trialBalanceScenarios } from './trial-balance.ts';
import { generalLedgerScenarios } from './general-ledger.ts';
import type { OperationScenario } from './scenario-records.ts';
import { moneyScenarios } from './money.ts';
import { projectionScenarios } from './projections.ts';
import { systemScenarios } from './system/system.ts';
import { versionScenarios } from './versions.ts';
import { webhookScenarios } from './webhooks/webhooks.ts';
import { workScenarios } from './work.ts';

export const scenarios: Record<OperationName, OperationScenario> = {
  ...moneyScenarios,
  ...generalLedgerScenarios,
  ...accountingPeriodScenarios,
  ...controlScenarios,
  ...changeRequestScenarios,
  ...configurationScenarios,
  ...workScenarios,
  ...projectionScenarios,
  ...trialBalanceScenarios,
  ...auditScenarios,
  ...versionScenarios,
  ...webhookScenarios,
  ...evidenceScenarios,
  ...systemScenarios,
};
