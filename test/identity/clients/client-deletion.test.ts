// A deleted client gets no token, and those that it has end, at the real service and authorizer.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as oidc from 'openid-client';
import { auditCommands } from '../../../commands/administration/audit-command.ts';
import { clientCommands } from '../../../commands/administration/client-commands.ts';
import type { VerifyAccessToken } from '../../../functions/authorizer/access-token.ts';
import {
  createOperatorInterface,
  listClients,
  registerOperatorInterface,
} from '../../../functions/identity/administration/clients.ts';
import { createService } from '../../../functions/identity/administration/service-clients.ts';
import { identityKeys } from '../../../functions/identity/storage/identity-table.ts';
import {
  buildVerifier,
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { discover, signIn } from '../../support/stack/relying-party.ts';

const TELLER = {
  clientId: 'teller',
  name: 'Teller desk',
  scopes: ['finance.read'],
  redirectUris: [REDIRECT_URI],
  postLogoutRedirectUris: [],
};
const NIGHTLY = {
  clientId: 'nightly',
  name: 'Night batch',
  scopes: ['internal.worker'],
  tenantId: 'aurora',
};

let identity: TestIdentity;
let verify: VerifyAccessToken;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  verify = buildVerifier(identity);
});
afterAll(() => identity.stop());
// An instance knows an operator interface for a minute; these have not seen it before.
beforeEach(() => identity.gateway.serve(identity.instance()));

const commands = { ...auditCommands, ...clientCommands };
const run = async (name: string, ...words: string[]) =>
  (await commands[name]?.run(identity.administration, words, {}))?.text;

const listIds = async () =>
  (await listClients(identity.administration)).map(({ clientId }) => clientId);

test('a deleted service gets no token, and its present one ends', async () => {
  const secret = await createService(identity.administration, NIGHTLY);
  const config = await discover(identity.issuer, 'nightly', secret);
  const { access_token: token } = await oidc.clientCredentialsGrant(config);
  expect(await verify(token)).toMatchObject({ client_id: 'nightly' });

  await run('client delete', 'nightly');

  await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({
    error: 'invalid_client',
  });
  await expect(verify(token)).rejects.toThrow('Token was revoked');
  expect(await listIds()).not.toContain('nightly');
});

test('the audit trail of the tenant shows the deletion, and who made it', async () => {
  const trail = await run('audit', 'aurora');

  expect(String(trail)).toMatch(/test\s+client\.deleted\s+nightly\s.*"kind":"service"/);
});

test('the tokens of operators at a deleted interface end, and no others', async () => {
  await createOperatorInterface(identity.administration, TELLER);
  const teller = await discover(identity.issuer, 'teller');
  const { tokens, refreshToken } = await signIn(teller);
  const other = await signIn(await discover(identity.issuer, 'console'));
  expect(await verify(tokens.access_token)).toMatchObject({ client_id: 'teller' });

  await run('client delete', 'teller');

  await expect(verify(tokens.access_token)).rejects.toThrow('Token was revoked');
  expect(await verify(other.tokens.access_token)).toMatchObject({ client_id: 'console' });
  identity.gateway.serve(identity.instance());
  await expect(oidc.refreshTokenGrant(teller, refreshToken)).rejects.toMatchObject({
    error: 'invalid_client',
  });
});

test('no other client has the id while a session at the deleted one may last', async () => {
  const { administration } = identity;
  await expect(createOperatorInterface(administration, TELLER)).rejects.toThrow('deleted lately');
  await registerOperatorInterface(administration, TELLER);
  expect(await listIds()).not.toContain('teller');

  const { documents, name } = administration.table;
  const passed = new UpdateCommand({
    TableName: name,
    Key: identityKeys.client('teller'),
    UpdateExpression: 'SET #ttl = :past',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 1 },
  });
  await documents.send(passed);

  await registerOperatorInterface(administration, TELLER);
  expect(await listIds()).toContain('teller');
});

test('refuses a client that is unknown or deleted, and records nothing', async () => {
  const before = await run('audit', 'aurora');

  await expect(run('client delete', 'nothing')).rejects.toThrow('There is no client nothing.');
  await expect(run('client delete', 'nightly')).rejects.toThrow('There is no client nightly.');

  expect(await run('audit', 'aurora')).toEqual(before);
});
