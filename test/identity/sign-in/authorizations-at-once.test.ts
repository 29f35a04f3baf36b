// An operator who opens several applications at once, after one sign-in.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { createOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { readItem } from '../../../functions/identity/storage/identity-table.ts';
import { listOperatorSessions } from '../../../functions/identity/storage/operator-sessions.ts';
import {
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

const APPLICATIONS = ['ledger', 'audit', 'reports'];
const WINDOWS = 3;

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  for (const clientId of APPLICATIONS) {
    await createOperatorInterface(identity.administration, {
      clientId,
      name: clientId,
      scopes: ['finance.read', 'finance.write'],
      redirectUris: [REDIRECT_URI],
      postLogoutRedirectUris: [],
    });
  }
  config = await discover(identity.issuer, 'console');
});
afterAll(() => identity.stop());

test('windows of several applications that open at once in one session all sign in', async () => {
  const { browser, tokens } = await signIn(config);
  const configs = await Promise.all(APPLICATIONS.map((id) => discover(identity.issuer, id)));

  const windows = await Promise.all(
    configs
      .flatMap((application) => Array<oidc.Configuration>(WINDOWS).fill(application))
      .map(async (application) => {
        const { callback, checks } = await authorize(application, { browser, prompt: 'none' });
        return { application, callback, checks };
      }),
  );

  const refreshTokens = await Promise.all(
    windows.map(async ({ application, callback, checks }) => {
      const answer = await oidc.authorizationCodeGrant(application, callback, checks);
      return { application, token: answer.refresh_token ?? '' };
    }),
  );
  for (const { application, token } of refreshTokens) {
    const answer = await oidc.refreshTokenGrant(application, token);
    expect(answer.access_token).toEqual(expect.any(String));
  }
  const { table } = identity.administration;
  const [session, ...others] = await listOperatorSessions(table, tokens.claims()?.sub ?? '');
  expect(session?.clientIds).toEqual([...APPLICATIONS, 'console'].toSorted());
  expect(others).toEqual([]);
});

test('a session that an earlier version has stored continues', async () => {
  const { browser, tokens, refreshToken } = await signIn(config);
  const { table } = identity.administration;
  const operator = tokens.claims()?.sub ?? '';
  const sessions = await listOperatorSessions(table, operator);
  const own = sessions.find(({ clientIds }) => clientIds.length === 1);
  const item = own && (await readItem(table, own.key));
  const Item = Object.fromEntries(
    Object.entries(item ?? {}).filter(([name]) => !name.startsWith('client#')),
  );
  expect(Item).not.toEqual(item);
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));

  expect(await listOperatorSessions(table, operator)).toEqual(sessions);
  const again = await signIn(config, { browser, prompt: 'none' });
  for (const token of [refreshToken, again.refreshToken]) {
    const answer = await oidc.refreshTokenGrant(config, token);
    expect(answer.access_token).toEqual(expect.any(String));
  }
});
