// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-monthly-fee-charge-workflow.js';
import type { CreateMonthlyFeeChargeWorkflowRequest } from '../types.ts';

export const createMonthlyFeeChargeWorkflow: Contract<CreateMonthlyFeeChargeWorkflowRequest> = {
  name: 'createMonthlyFeeChargeWorkflow',
  parameters,
  body,
  bodyFaults,
};
