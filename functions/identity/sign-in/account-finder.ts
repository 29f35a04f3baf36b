import type { FindAccount } from 'oidc-provider';
import { readOperator, isSessionValid, formatUsername } from '../operators.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.ts';
import type { IdentityTable } from '../storage/identity-table.ts';

/**
 * Finds the operator of a session, code or refresh token, so that a disabled operator gets no new token.
 */
export function buildAccountFinder(table: IdentityTable): FindAccount {
  return async (context, operatorId, token) => {
    const operator = await readOperator(table, operatorId);
    const { loginTs, uid } = context.oidc.session ?? {};
    const [authTime, session] =
      token === undefined ? [loginTs, uid] : [readAuthTime(token), readSessionUid(token)];
    if (operator === undefined || !isSessionValid(operator, authTime, session)) return undefined;
    const { tenantId, permissions } = operator;
    // Only a sign-in asks for it: a token comes from one that was complete.
    const requiresSecondFactor =
      token === undefined && (await isSecondFactorRequired(table, tenantId));
    const username = formatUsername(operator);
    const claims = () => ({
      sub: operatorId,
      tenant_id: tenantId,
      preferred_username: username,
    });
    return {
      accountId: operatorId,
      tenantId,
      permissions,
      username,
      requiresSecondFactor,
      claims,
    };
  };
}

function readAuthTime(token: object): number | undefined {
  return 'authTime' in token && typeof token.authTime === 'number' ? token.authTime : 0;
}

function readSessionUid(token: object): string | undefined {
  return 'sessionUid' in token && typeof token.sessionUid === 'string'
    ? token.sessionUid
    : undefined;
}
