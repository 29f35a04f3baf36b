// The steps that ask for what another operator decides: the maker is who executes the workflow.
import { submitAccountStatusTransition } from '../../../schemas/generated/operations/submit-account-status-transition.ts';
import { submitFinancialAdjustmentRequest } from '../../../schemas/generated/operations/submit-financial-adjustment-request.ts';
import { submitAdjustment } from '../../domain/requests/adjustment-submission.ts';
import { refuseCorrection } from '../../domain/requests/corrections.ts';
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { submitTransition } from '../../domain/requests/lifecycle.ts';
import type { Data } from '../../domain/workflows/evaluation.ts';
import { readTargetToAdjust } from '../../ledger/requests/adjustment-reads.ts';
import { adjustmentSubmissionWrites } from '../../ledger/requests/adjustment-writes.ts';
import { submissionWrites } from '../../ledger/requests/writes.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';
import type { OpenBooks } from './open-books.ts';
import { bodyFor, textIn } from './step-parameters.ts';

/** SUBMIT_STATUS_TRANSITION: `account_id` and the body of submitAccountStatusTransition. */
export async function submitTransitionStep(books: OpenBooks, parameters: Data): Promise<Data> {
  const accountId = textIn(parameters, 'account_id');
  const { account_id: _, ...asked } = parameters;
  const { transition, reason } = bodyFor(submitAccountStatusTransition, asked);
  const { stored, standing } = await books.accountToDecide(accountId);
  const submission = submissionOf(books, 'lcr', reason);
  // Judged on the account as the steps before leave it. The record keeps it as stored: an approval
  // replaces that version of the balance or reads the present one.
  const request = { ...submitTransition(standing, transition, submission), account: stored };
  books.filed.push(...submissionWrites(books.session, request));
  return submitted(books, request, {
    noun: 'lifecycle_request',
    payload: toLifecycleRequestView(request),
  });
}

/** SUBMIT_ADJUSTMENT: the body of submitFinancialAdjustmentRequest. */
export async function submitAdjustmentStep(books: OpenBooks, parameters: Data): Promise<Data> {
  const asked = bodyFor(submitFinancialAdjustmentRequest, parameters);
  refuseCorrection(asked);
  const { target, basis } = await readTargetToAdjust(books.session, asked);
  const request = submitAdjustment(asked, target, basis, submissionOf(books, 'far', asked.reason));
  books.filed.push(...adjustmentSubmissionWrites(books.session, request));
  return submitted(books, request, {
    noun: 'adjustment_request',
    payload: toAdjustmentRequestView(request),
  });
}

function submissionOf(books: OpenBooks, prefix: 'lcr' | 'far', reason: string) {
  const { actor: requestedBy, correlationId } = books.session;
  return { id: books.newId(prefix), reason, requestedBy, correlationId, now: books.now };
}

function submitted(
  books: OpenBooks,
  { id, status }: ControlledRequest,
  { noun, payload }: { noun: string; payload: object },
): Data {
  books.events.push({ type: `${noun}.submitted`, aggregateId: id, version: 1, payload });
  return { request_id: id, status };
}
