// What the authorizer logs of the tokens that it refuses.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AUDIENCE,
  createIdentityTable,
  setAuthorizerEnvironment,
} from '../support/stack/identity.ts';
import { readEngineEndpoint } from '../support/stack/tables.ts';
import { createSigningKey, signToken, startIssuer } from '../support/stack/token-issuer.ts';

const METHOD_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/prod/POST/api/accounts';

const key = await createSigningKey('first');
const issuer = await startIssuer(key);
const TABLE = `identity-${randomUUID()}`;
setAuthorizerEnvironment(readEngineEndpoint(), TABLE, issuer.issuer);
process.env.POWERTOOLS_LOG_LEVEL = 'INFO';
process.env.ISSUERS = JSON.stringify([
  { issuer: issuer.issuer, jwks_uri: issuer.jwksUri, audience: AUDIENCE },
]);
const { handler } = await import('../../functions/authorizer/authorize.ts');

const lines: string[] = [];
// Lambda logs what a function writes to either of them.
const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
beforeAll(async () => {
  await createIdentityTable(TABLE);
  for (const { stream } of streams) {
    stream.write = (chunk: unknown) => {
      lines.push(String(chunk));
      return true;
    };
  }
});
afterAll(async () => {
  for (const { stream, write } of streams) Object.assign(stream, { write });
  await issuer.stop();
});

test('logs the reason of each refusal, and no token', async () => {
  const expired = await signToken(key, {
    iss: issuer.issuer,
    aud: AUDIENCE,
    sub: 'op_1',
    tenant_id: 'acme-bank',
    jti: 'token-1',
    exp: Math.floor(Date.now() / 1000) - 10,
  });

  for (const authorizationToken of [`Bearer ${expired}`, 'Basic c2VjcmV0OnNlY3JldA==']) {
    const refused = handler({ type: 'TOKEN', authorizationToken, methodArn: METHOD_ARN });
    await expect(refused).rejects.toThrow(/^Unauthorized$/);
  }

  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.map(({ message, reason }) => [message, reason])).toEqual([
    ['Token refused', expect.stringContaining('expired')],
    ['Token refused', 'not a bearer token'],
  ]);
  // The alarm for faults of the authorizer takes the refusals from its errors.
  const metrics = {
    Dimensions: [['service']],
    Metrics: [{ Name: 'TokensRefused', Unit: 'Count' }],
  };
  for (const line of logged) {
    expect(line).toMatchObject({
      service: 'authorizer',
      TokensRefused: 1,
      _aws: { CloudWatchMetrics: [metrics] },
    });
  }
  expect(lines.join('')).not.toContain(expired.split('.')[2]);
  expect(lines.join('')).not.toContain('c2VjcmV0');
});
