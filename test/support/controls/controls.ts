// Controls, requested as `ada` and approved by `grace`.
import { expect } from '@jest/globals';
import type { CallAnswer, CallOptions, OperationCaller } from '../stack/ledger.ts';

export interface ControlBody {
  readonly operation: string;
  readonly when?: string;
}

export function buildControls(controls: readonly ControlBody[]) {
  return controls.map((control) => ({ ...control, require: 'APPROVAL' }));
}

/** Replaces the controls of a tenant, with both operators. */
export async function putControls(
  { call }: OperationCaller,
  controls: readonly ControlBody[],
): Promise<void> {
  const requested = await call('replaceControls', { body: { controls: buildControls(controls) } });
  expect(requested.status).toBe(202);
  const approved = await approveChange({ call }, requested.body.id);
  expect(approved.body).toMatchObject({ status: 'APPLIED' });
}

/** Approves as `grace`, another operator. */
export function approveChange(
  { call }: OperationCaller,
  requestId: string,
  options: CallOptions = {},
): Promise<CallAnswer> {
  return call('approveChangeRequest', {
    subject: 'grace',
    path: { requestId },
    body: {},
    ...options,
  });
}

export async function readChange(
  { call }: OperationCaller,
  requestId: string,
): Promise<CallAnswer['body']> {
  return (await call('getChangeRequest', { path: { requestId } })).body;
}
