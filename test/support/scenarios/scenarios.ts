// Every way through every operation: the compiler asks for those of a new row.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { configurationWays } from './configuration.ts';
import { controlWays } from './control.ts';
import type { OperationScenario } from './scenario-records.ts';
import { moneyWays } from './money.ts';
import { projectionWays } from './projections.ts';
import { workWays } from './work.ts';

export const ways: Record<OperationName, OperationScenario> = {
  ...moneyWays,
  ...controlWays,
  ...configurationWays,
  ...workWays,
  ...projectionWays,
};
