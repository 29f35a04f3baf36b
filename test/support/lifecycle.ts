// Lifecycle requests as a maker, `ada`, and checkers make and decide them.
import { expect } from '@jest/globals';
import type { Called, CallOptions, Caller } from './ledger.ts';

export type Transition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

/** Submits a request as `ada` and gives its id. */
export async function submitted(
  { call }: Caller,
  accountId: string,
  transition: Transition = 'FREEZE',
  options: CallOptions = {},
): Promise<string> {
  const body = { transition, reason: 'Card reported stolen' };
  const answer = await call('submitAccountStatusTransition', {
    path: { accountId },
    body,
    ...options,
  });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Approves as `grace`, another operator. */
export function approve(
  { call }: Caller,
  requestId: string,
  options: CallOptions = {},
): Promise<Called> {
  const path = { requestId };
  return call('approveAccountLifecycleRequest', { subject: 'grace', path, body: {}, ...options });
}

/** Rejects as `grace`. */
export function reject(
  { call }: Caller,
  requestId: string,
  options: CallOptions = {},
): Promise<Called> {
  const body = { reason: 'Not needed any more' };
  const path = { requestId };
  return call('rejectAccountLifecycleRequest', { subject: 'grace', path, body, ...options });
}

/** Brings the account to the status by approved requests. */
export async function transitioned(
  ledger: Caller,
  accountId: string,
  ...transitions: Transition[]
): Promise<void> {
  for (const transition of transitions) {
    const answer = await approve(ledger, await submitted(ledger, accountId, transition));
    expect(answer.body).toMatchObject({ status: 'APPLIED' });
  }
}
