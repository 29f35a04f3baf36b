// Which addresses an application may have, and how long the id of a deleted one stays taken.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { deleteClient } from '../../../functions/identity/administration/client-deletion.ts';
import {
  changeRedirectUris,
  createOperatorInterface,
  listClients,
} from '../../../functions/identity/administration/clients.ts';
import type { RedirectAddresses } from '../../../functions/identity/administration/clients.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const MINUTE_MS = 60_000;
const EIGHT_HOURS_MS = 480 * MINUTE_MS;
const GOOD: RedirectAddresses = {
  redirectUris: ['https://teller.example/callback'],
  postLogoutRedirectUris: ['https://teller.example'],
};

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterEach(returnToPresent);
afterAll(() => identity.stop());

const create = (clientId: string, addresses: Partial<RedirectAddresses> = {}) =>
  createOperatorInterface(identity.administration, {
    clientId,
    name: 'Teller desk',
    scopes: ['finance.read'],
    ...GOOD,
    ...addresses,
  });

test.each<[string, Partial<RedirectAddresses>]>([
  ['no address for the sign-in', { redirectUris: [] }],
  [
    'a second address over plain http',
    { redirectUris: ['https://a.example/', 'http://a.example/'] },
  ],
  ['a sign-out over plain http', { postLogoutRedirectUris: ['http://teller.example'] }],
  ['a sign-out that is a script', { postLogoutRedirectUris: ['javascript:alert(1)'] }],
])(
  'refuses an application with %s, when it is created and when it is changed',
  async (name, addresses) => {
    const clientId = name.replaceAll(/\W/g, '');

    await expect(create(clientId, addresses)).rejects.toThrow(/\.$/);
    await create(clientId);
    const change = { ...GOOD, ...addresses };
    const changing = changeRedirectUris(identity.administration, clientId, change);
    await expect(changing).rejects.toThrow(/\.$/);

    const found = (await listClients(identity.administration)).filter(
      (client) => client.clientId === clientId,
    );
    expect(found).toMatchObject([GOOD]);
  },
);

// An instance that still knew the client may have started a session a minute after the deletion.
test('the id of a deleted application stays taken until no session in it can last', async () => {
  advanceTime(0);
  await create('teller');
  await deleteClient(identity.administration, 'teller');

  advanceTime(EIGHT_HOURS_MS + MINUTE_MS);
  await expect(create('teller')).rejects.toThrow('deleted lately');
  advanceTime(10 * MINUTE_MS);
  await create('teller');

  expect((await listClients(identity.administration)).map(({ clientId }) => clientId)).toContain(
    'teller',
  );
});
