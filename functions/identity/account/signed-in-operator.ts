import { isSessionValid, readOperator } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.ts';
import type { ProviderContext, SignInRoutes } from '../sign-in/interaction-page.ts';

/** The operator of the browser's session. */
export interface SignedInOperator {
  readonly operator: Operator;
  /** The uid of the session. */
  readonly uid: string;
  /** The second of the latest sign-in in it. */
  readonly signedInAt: number;
  /** Whether that had a second factor. */
  readonly hasProvenFactor: boolean;
}

/** Finds the operator whose session is complete: with a second factor, if the tenant requires one. */
export async function findSignedInOperator(
  { provider, table }: SignInRoutes,
  context: ProviderContext,
): Promise<SignedInOperator | undefined> {
  const { accountId, loginTs, uid, amr } = await provider.Session.get(context);
  if (accountId === undefined || loginTs === undefined) return undefined;
  const operator = await readOperator(table, accountId);
  if (operator === undefined || !isSessionValid(operator, loginTs, uid)) return undefined;
  const hasProvenFactor = amr?.includes('mfa') === true;
  const who = { operator, uid, signedInAt: loginTs, hasProvenFactor };
  if (hasProvenFactor) return who;
  const isIncomplete = await isSecondFactorRequired(table, operator.tenantId);
  return isIncomplete ? undefined : who;
}
