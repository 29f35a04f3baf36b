import { createMonthlyFeeChargeWorkflow } from '../../../schemas/generated/operations/create-monthly-fee-charge-workflow.ts';
import { operation } from '../../runtime/operation.ts';
import { commitPreset } from './commit-workflow.ts';

export const handler = operation(createMonthlyFeeChargeWorkflow, ({ session, now }) =>
  commitPreset(session, 'monthly-fee-charge', now),
);
