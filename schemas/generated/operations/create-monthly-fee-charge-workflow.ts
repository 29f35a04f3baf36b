// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-monthly-fee-charge-workflow.js';
import type { CreateMonthlyFeeChargeWorkflowRequest } from '../types.ts';

export const createMonthlyFeeChargeWorkflow: Contract<CreateMonthlyFeeChargeWorkflowRequest> = {
  name: 'createMonthlyFeeChargeWorkflow',
  row: {"route":"POST /api/workflows/presets/monthly-fee-charge","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/workflows/{workflowId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
