import { findOperator, getPasswordHash } from '../operators.ts';
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
