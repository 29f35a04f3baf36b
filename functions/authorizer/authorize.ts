import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { JwtBaseError } from 'aws-jwt-verify/error';
import { openIdentityTable } from '../identity/storage/identity-table.ts';
import { requireVariable } from '../runtime/environment.ts';
import { buildMetrics, toCount } from '../runtime/metrics.ts';
import { buildTokenVerifier } from './access-token.ts';
import { readIssuers } from './issuers.ts';
import { KeySets } from './key-sets.ts';
import { buildRevocationCheck } from './revocations.ts';
import { findLimitKey } from './tenant-limits.ts';
import type { TokenClaims } from './token-claims.ts';
import { buildHolderNotes } from './token-holders.ts';

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;

/** No request waits for a note, so one that the table does not take at once is left out. */
const NOTE_BUDGET = { attempts: 1, milliseconds: 1_000 };

const withOwnLimit: ReadonlySet<string> = new Set(
  requireVariable('TENANTS_WITH_OWN_LIMIT').split(',').filter(Boolean),
);

const logger = new Logger({ serviceName: 'authorizer' });
const verify = buildTokenVerifier(
  readIssuers(requireVariable('ISSUERS')),
  buildRevocationCheck(requireVariable('IDENTITY_ISSUER'), requireVariable('IDENTITY_TABLE')),
  new KeySets(),
  buildHolderNotes(openIdentityTable(requireVariable('IDENTITY_TABLE'), {}, NOTE_BUDGET)),
);

/**
 * The Lambda authorizer of all three APIs (docs/contract.md, Identity and permissions). A bad token is
 * 401. When the key set or the revocations cannot be read, the token is not accepted: that is a server
 * fault and becomes 500, so that clients retry and do not sign in again.
 */
export async function handler(
  event: APIGatewayTokenAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const token = BEARER.exec(event.authorizationToken)?.[1];
  if (token === undefined) throw refuseToken('not a bearer token');
  try {
    return buildAllowPolicy(event.methodArn, await verify(token));
  } catch (error) {
    if (error instanceof JwtBaseError) throw refuseToken(error.message);
    logger.error('The token cannot be checked', { error });
    throw error;
  }
}

// API Gateway answers 401 to this exact text and 500 to every other. Lambda counts both as errors, so that
// the alarm has to know how many tokens were refused.
function refuseToken(reason: string): Error {
  const metrics = { TokensRefused: toCount(1) };
  logger.info('Token refused', {
    reason,
    ...buildMetrics({ dimensions: ['service'], metrics }),
  });
  return new Error('Unauthorized');
}

// The gateway caches this answer by token and uses it for every operation of the stage, so it allows all
// of them. The pipeline then checks the scope for the operation.
function buildAllowPolicy(methodArn: string, caller: TokenClaims): APIGatewayAuthorizerResult {
  const [api = '', stage] = methodArn.split('/');
  const apiId = api.slice(api.lastIndexOf(':') + 1);
  return {
    principalId: caller.sub,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/${stage}/*` }],
    },
    context: { ...caller },
    usageIdentifierKey: findLimitKey(apiId, caller.tenant_id, withOwnLimit),
  };
}
