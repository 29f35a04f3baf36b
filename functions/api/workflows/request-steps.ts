// The steps that submit requests for a checker. Their maker is the operator who executes the workflow.
import { submitAccountStatusTransition } from '../../../schemas/generated/operations/submit-account-status-transition.ts';
import { submitFinancialAdjustmentRequest } from '../../../schemas/generated/operations/submit-financial-adjustment-request.ts';
import { submitAdjustment } from '../../domain/requests/adjustment-submission.ts';
import { refuseWrongCorrection } from '../../domain/requests/corrections.ts';
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { submitTransition } from '../../domain/requests/lifecycle.ts';
import type { WorkflowData } from '../../domain/workflows/evaluation.ts';
import { readTargetToAdjust } from '../../ledger/requests/adjustment-reads.ts';
import { buildAdjustmentSubmissionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { buildSubmissionWrites } from '../../ledger/requests/writes.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';
import { refuseUncontrolledAdjustment } from '../adjustments/refuse-uncontrolled-adjustment.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { parseStepBody, requireTextParameter } from './step-parameters.ts';

/** SUBMIT_STATUS_TRANSITION: `account_id` and the body of submitAccountStatusTransition. */
export async function submitTransitionStep(
  unitOfWork: UnitOfWork,
  parameters: WorkflowData,
): Promise<WorkflowData> {
  const accountId = requireTextParameter(parameters, 'account_id');
  const { account_id: _, ...bodyParameters } = parameters;
  const { transition, reason } = parseStepBody(submitAccountStatusTransition, bodyParameters);
  const { stored, standing } = await unitOfWork.readAccountToDecide(accountId);
  const submission = buildSubmission(unitOfWork, 'lcr', reason);
  // The decision uses the account as earlier steps have changed it. The record keeps the stored
  // version, because an approval replaces that version of the balance or reads the current one.
  const request = { ...submitTransition(standing, transition, submission), account: stored };
  unitOfWork.recordWrites.push(...buildSubmissionWrites(unitOfWork.session, request));
  return recordSubmission(unitOfWork, request, {
    noun: 'lifecycle_request',
    payload: toLifecycleRequestView(request),
  });
}

/** SUBMIT_ADJUSTMENT: the body of submitFinancialAdjustmentRequest. */
export async function submitAdjustmentStep(
  unitOfWork: UnitOfWork,
  parameters: WorkflowData,
): Promise<WorkflowData> {
  const adjustment = parseStepBody(submitFinancialAdjustmentRequest, parameters);
  refuseWrongCorrection(adjustment);
  const { target, basis } = await readTargetToAdjust(unitOfWork.session, adjustment);
  const request = submitAdjustment(
    adjustment,
    target,
    basis,
    buildSubmission(unitOfWork, 'far', adjustment.reason),
  );
  await refuseUncontrolledAdjustment(unitOfWork.session, request, basis, unitOfWork.now);
  unitOfWork.recordWrites.push(...buildAdjustmentSubmissionWrites(unitOfWork.session, request));
  return recordSubmission(unitOfWork, request, {
    noun: 'adjustment_request',
    payload: toAdjustmentRequestView(request),
  });
}

function buildSubmission(unitOfWork: UnitOfWork, prefix: 'lcr' | 'far', reason: string) {
  const { actor: requestedBy, correlationId } = unitOfWork.session;
  return { id: unitOfWork.newId(prefix), reason, requestedBy, correlationId, now: unitOfWork.now };
}

function recordSubmission(
  unitOfWork: UnitOfWork,
  { id, status }: ControlledRequest,
  { noun, payload }: { noun: string; payload: object },
): WorkflowData {
  unitOfWork.events.push({ type: `${noun}.submitted`, aggregateId: id, version: 1, payload });
  return { request_id: id, status };
}
