// The parameters of a step, validated against the contract of an operation.
import { Refusal } from '../../domain/refusals/refusals.ts';
import { formatAmounts } from '../../domain/workflows/amounts.ts';
import type { WorkflowData } from '../../domain/workflows/evaluation.ts';
import type { Contract } from '../../runtime/contract.ts';
import { isAmount } from '../../domain/values/text-patterns.ts';
import { validateRequest } from '../../runtime/validate.ts';

/** The parameters as a valid body of the operation. Refuses with invalid_request. */
export function parseStepBody<Request extends { body: unknown }>(
  contract: Contract<Request>,
  parameters: WorkflowData,
): Request['body'] {
  const bodyAlone = { ...contract, parameters: undefined };
  return validateRequest(bodyAlone, { path: {}, query: {}, body: formatAmounts(parameters) }).body;
}

/** A required text parameter. Refuses with invalid_request. */
export function requireTextParameter(parameters: WorkflowData, name: string): string {
  const value = readTextParameter(parameters, name);
  if (value === undefined) throw new Refusal('invalid_request', [`/${name} is required`]);
  return value;
}

/** An optional text parameter. Refuses with invalid_request. */
export function readTextParameter(parameters: WorkflowData, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value !== undefined && typeof value !== 'string') {
    throw new Refusal('invalid_request', [`/${name} must be string`]);
  }
  return value;
}

/** A required amount above zero. Refuses with invalid_request, invalid_amount. */
export function requireAmountParameter(parameters: WorkflowData, name: string): string {
  const amount = requireTextParameter(formatAmounts(parameters) as WorkflowData, name);
  if (!isAmount(amount)) {
    const fault = `/${name} must be an amount with at most two decimals; use round()`;
    throw new Refusal('invalid_request', [fault]);
  }
  if (amount === '0.00') throw new Refusal('invalid_amount', [`/${name} must be above zero`]);
  return amount;
}
