// Every way through every operation: the compiler asks for those of a new row.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { configurationScenarios } from './configuration.ts';
import { controlScenarios } from './control.ts';
import type { OperationScenario } from './scenario-records.ts';
import { moneyScenarios } from './money.ts';
import { projectionScenarios } from './projections.ts';
import { workScenarios } from './work.ts';

export const scenarios: Record<OperationName, OperationScenario> = {
  ...moneyScenarios,
  ...controlScenarios,
  ...configurationScenarios,
  ...workScenarios,
  ...projectionScenarios,
};
