// Change requests: what an operation would have done waits for a second operator, because a control has
// caught the request, or because the operation always takes two (docs/controls.md).
import type { CatchingControl } from '../controls/compiled-controls.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { approve, buildControlledRequest } from './decisions.ts';
import type { Checker, ControlledRequest, RequestSubmission } from './decisions.ts';

/** The request of the maker, as it was validated. */
export interface StoredCall {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The control that has caught a request. */
export interface RequestCause extends CatchingControl {
  readonly controls_version: number;
}

export interface ChangeRequest extends ControlledRequest {
  readonly operation: string;
  readonly request: StoredCall;
  /** Absent for an operation that always takes two operators. */
  readonly control?: RequestCause;
  /** What the operation has answered; present once APPLIED. */
  readonly result?: unknown;
  /** The code of the refusal that made the request FAILED. */
  readonly failureCode?: RefusalCode;
}

/** What one record of the ledger holds of the request, and of the answer, in bytes of JSON. */
const CONTENT_BYTES_MAX = 150_000;
const REASON_MAX = 500;

/** The items of an approval besides the writes of its operation: the request, and the two receipts. */
export const APPROVAL_ITEMS = ['request', 'receipt', 'receipt of the operation'] as const;

/** Submits a change that was decided and not made. Refuses with entry_too_large. */
export function submitChange(
  { operation, request, control }: Pick<ChangeRequest, 'operation' | 'request' | 'control'>,
  submission: Omit<RequestSubmission, 'reason'>,
  reason: string = describeCause(operation, control),
): ChangeRequest {
  refuseLargeContent(request);
  const shared = buildControlledRequest({
    ...submission,
    reason: reason.slice(0, REASON_MAX).toWellFormed(),
  });
  return { ...shared, operation, request, ...(control && { control }) };
}

function describeCause(operation: string, control: RequestCause | undefined): string {
  if (!control) return `${operation} always takes two operators.`;
  const { when, error, operation: named = operation } = control;
  if (error !== undefined) return `A control of ${named} cannot be evaluated: ${error}`;
  const cause = when === undefined ? '' : `: ${when}`;
  return named === operation
    ? `${operation} is under control${cause}`
    : `${operation} does what ${named} does, which is under control${cause}`;
}

/** Refuses with entry_too_large content that a change request cannot hold. */
export function refuseLargeContent(content: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(content ?? null));
  refuseIf(
    bytes > CONTENT_BYTES_MAX,
    'entry_too_large',
    `The request is under control, and larger than the ${CONTENT_BYTES_MAX} bytes that can wait for an approval.`,
  );
}

/** Approves with the operation's answer. Refuses as `approve` does. */
export function applyChange(
  request: ChangeRequest,
  checker: Checker,
  result: unknown,
): ChangeRequest {
  return { ...approve(request, checker), result };
}

/** Approves a change that is no longer possible: the request becomes FAILED. Refuses as `approve` does. */
export function failChange(
  request: ChangeRequest,
  checker: Checker,
  { code, message }: Refusal,
): ChangeRequest {
  return { ...approve(request, checker, message), failureCode: code };
}

/** Whether the refusal of the operation is about the change, and not about the moment of the approval. */
export function isFinalRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status !== 503;
}
