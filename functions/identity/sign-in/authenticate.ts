import { setTimeout as sleep } from 'node:timers/promises';
import { findOperator, getPasswordHash, getValidSince } from '../operators.ts';
import type { Operator } from '../operators.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { startSignInAttempt } from './sign-in-attempts.ts';
import { PASSWORD_LENGTH_MAX, isPasswordValid } from './password.ts';

export interface SignInCredentials {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

export type SignInOutcome =
  | { readonly outcome: 'signed-in'; readonly operator: Operator }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/**
 * Checks the credentials of an operator. An unknown name, a wrong password and a disabled operator take
 * the same path and the same time, and get the same answer.
 */
export async function authenticate(
  table: IdentityTable,
  tried: SignInCredentials,
): Promise<SignInOutcome> {
  const attempt = await startSignInAttempt(table, tried.username, tried.address);
  if (attempt.waitSeconds > 0) return { outcome: 'wait', seconds: attempt.waitSeconds };

  const operator = await findOperator(table, tried.username);
  const password = tried.password.slice(0, PASSWORD_LENGTH_MAX + 1);
  const fits = await isPasswordValid(password, operator && getPasswordHash(operator));
  if (operator === undefined || !fits || operator.disabled) return { outcome: 'refused' };

  await attempt.succeeded();
  return { outcome: 'signed-in', operator };
}

/**
 * When an operator who was read at or after `startedAt` has signed in; both in seconds. A sign-in of the second
 * in which the operator was changed is not valid. One that has read the change comes after it, and waits for the
 * next second. It waits no longer for a clock ahead of this one: a session from the future would outlive later
 * changes.
 */
export async function timeSignIn(operator: Operator, startedAt: number): Promise<number> {
  const validSince = getValidSince(operator);
  if (validSince <= startedAt) return startedAt;
  const waitMs = Math.max(validSince * 1000 - Date.now(), 0);
  // Timers may fire a millisecond early.
  await sleep(Math.min(waitMs, 1000) + 2);
  return Math.floor(Date.now() / 1000);
}
