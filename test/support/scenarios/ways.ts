// Every way through every operation: the compiler asks for those of a new row.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { configurationWays } from './configuration.ts';
import { controlWays } from './control.ts';
import type { Way } from './holdings.ts';
import { moneyWays } from './money.ts';
import { projectionWays } from './projections.ts';
import { workWays } from './work.ts';

export const ways: Record<OperationName, Way> = {
  ...moneyWays,
  ...controlWays,
  ...configurationWays,
  ...workWays,
  ...projectionWays,
};
