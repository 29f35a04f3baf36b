// What `login` refuses, and what it stores, before anyone signs in.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StageProfile } from '../../../commands/selection/profiles.ts';
import { COUNTINGHOUSE, startStubStage } from '../../support/client/stub-stage.ts';
import type { StubStage } from '../../support/client/stub-stage.ts';

let stage: StubStage;
let address: string;
beforeAll(async () => {
  stage = await startStubStage();
  address = readProfile().auth_url;
});
afterAll(() => stage.stop());

const readProfile = (): StageProfile =>
  JSON.parse(readFileSync(join(stage.home, '.countinghouse/profiles.json'), 'utf8')).profiles.stub;

const login = (...words: string[]) => stage.run(COUNTINGHOUSE, ['login', ...words]);

/** The flags of a stage that is there, at which people come back to the address. */
const buildFlags = (redirectUri: string) => {
  const stored = {
    'base-url': address,
    'workbench-url': address,
    'auth-url': address,
    'client-id': 'command',
    'redirect-uri': redirectUri,
  };
  return Object.entries(stored).flatMap(([name, value]) => [`--${name}`, value]);
};

/** Takes a port, unless only the administrator of the machine may: then no command can take it either. */
async function takePort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening').catch(() => undefined);
  return server;
}

test.each([
  ['a port that another program has', () => 0],
  ['no port, which is that of HTTP', () => 80],
])(
  'says that it cannot wait at a redirect URI with %s, and sends no one there',
  async (_, port) => {
    const endpoints = { authorization_endpoint: `${address}/auth`, token_endpoint: address };
    stage.answerWith({ status: 200, body: endpoints });
    const server = await takePort(port());
    const taken = port() === 0 ? `:${(server.address() as AddressInfo).port}` : '';
    const redirectUri = `http://127.0.0.1${taken}/callback`;

    const { code, out, error } = await login(...buildFlags(redirectUri));
    server.close();

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(`The browser would come back to ${redirectUri}, where this command`);
    expect(error).not.toContain('Open this address');
  },
);

test('stores which stage on AWS it is, and signs in whom the words name', async () => {
  stage.answerWith({ status: 400, body: {} });

  const { code, out, error } = await login('ada', '--stage', 'production');

  expect({ code, out }).toEqual({ code: 1, out: 'The profile stub is the stage production.\n' });
  expect(error).toBe(`There is no OpenID issuer at ${address}: 400.\n`);
  expect(readProfile().stage).toBe('production');
});

const elsewhere = ['--workbench-url', 'http://elsewhere'];

test.each([
  [elsewhere, '--workbench-url is stored in a profile: give --base-url too.'],
  [['--data', 'folder'], 'Give --profile for a stage, or --data or --stack for a local stack'],
  [['--as', 'ada'], 'login takes the username by itself: countinghouse login ada'],
  [['ada', '--service', 'worker'], 'Give a username or --service, not both.'],
  [['--base-url', 'ledger.example'], '--base-url takes an address of http or https, not "ledger'],
  [['--base-url', 'http://localhost'], 'A profile with --base-url also needs --workbench-url.'],
])('%j stores nothing: %s', async (words, sentence) => {
  const before = readProfile();
  const { code, out, error } = await login(...words);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(sentence);
  expect(readProfile()).toEqual(before);
});
