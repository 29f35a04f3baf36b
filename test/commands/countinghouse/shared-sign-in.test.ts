// The sign-in that several commands of one user share: its refresh token is good for one use.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorToken } from '../../../client/client.ts';
import { buildToken } from '../../../commands/countinghouse/connection.ts';
import { buildLoginCommands } from '../../../commands/countinghouse/login-commands.ts';
import {
  readProfile,
  readSignIn,
  writeProfile,
  writeSignIn,
} from '../../../commands/selection/profiles.ts';
import { fetchTokens } from '../../../commands/token/access-token.ts';
import { cacheToken } from '../../../commands/token/token-cache.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import {
  createIdentityRecords,
  MAKER,
  PASSWORD,
  REDIRECT_URI,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
const folder = join(home, '.countinghouse');
const usualHome = process.env['HOME'];

let identity: TestIdentity;
beforeAll(async () => {
  process.env['HOME'] = home;
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
});
afterAll(async () => {
  process.env['HOME'] = usualHome;
  rmSync(home, { recursive: true });
  await identity.stop();
});

const buildStage = () => ({
  base_url: 'http://localhost:1',
  workbench_url: 'http://localhost:1',
  auth_url: identity.issuer,
  client_id: 'console',
  redirect_uri: REDIRECT_URI,
});

/** Signs in, and stores tokens of which the first has expired. */
async function storeOldSignIn(): Promise<void> {
  const authUrl = identity.issuer;
  const [clientId, username] = ['console', MAKER];
  const tokens = await fetchTokens({
    authUrl,
    clientId,
    redirectUri: REDIRECT_URI,
    username,
    password: PASSWORD,
  });
  const signIn = { name: username, clientId, tokenEndpoint: `${authUrl}/token` };
  await writeSignIn(authUrl, { ...signIn, tokens: { ...tokens, expiresAtMs: 0 } });
}

/** A command that has just started and read the sign-in. */
const startCommand = () => buildToken(buildStage(), {});

test('commands that renew one sign-in at once renew it once, and it lives on', async () => {
  await storeOldSignIn();
  const commands = [startCommand(), startCommand(), startCommand()];

  const tokens = await Promise.all(commands.map((token) => token()));

  expect(new Set(tokens).size).toBe(1);
  expect(readSignIn(identity.issuer)?.tokens.accessToken).toBe(tokens[0]);
  const renewed = await startCommand()(true);
  expect(renewed).not.toBe(tokens[0]);
  // A command with an older token takes the one that another command has stored.
  expect(await commands[1]?.(true)).toBe(renewed);
  expect(existsSync(join(folder, 'profiles.lock'))).toBe(false);
});

test('a command does not bring back a sign-in that ended meanwhile', async () => {
  await storeOldSignIn();
  const token = startCommand();
  await writeSignIn(identity.issuer, undefined);

  await expect(token()).rejects.toThrow('Sign in first with `countinghouse login`.');
  expect(readSignIn(identity.issuer)).toBeUndefined();
});

test('a logout ends the sign-in at the issuer, so that a copy of its tokens is of no use', async () => {
  await writeProfile('bank', buildStage());
  await storeOldSignIn();
  const copy = readSignIn(identity.issuer);
  if (copy === undefined) throw new Error('There is no sign-in.');
  const logout = buildLoginCommands().find((command) => command.name() === 'logout');

  await logout?.parseAsync(['--profile', 'bank'], { from: 'user' });

  expect(readSignIn(identity.issuer)).toBeUndefined();
  await expect(operatorToken(copy)(true)).rejects.toMatchObject({ code: 'invalid_grant' });
});

test('what commands write at once is all stored', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `stage-${index}`);

  await Promise.all(names.map((name) => writeProfile(name, buildStage())));
  await storeOldSignIn();

  expect(names.map((name) => readProfile(name).client_id)).toEqual(names.map(() => 'console'));
});

test('a lock that a killed command has left is taken over, once', async () => {
  mkdirSync(folder, { recursive: true });
  // No process has this id.
  writeFileSync(join(folder, 'profiles.lock'), '4194304999 of-a-killed-command');
  await storeOldSignIn();
  writeFileSync(join(folder, 'profiles.lock'), '4194304999 of-another-one');

  const tokens = await Promise.all([startCommand()(), startCommand()(), startCommand()()]);

  expect(new Set(tokens).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['profiles.json']);
});

test('a program whose sign-in failed signs in again with its next request', async () => {
  const operator = { username: 'late@aurora', password: PASSWORD };
  const client = { authUrl: identity.issuer, clientId: 'console', redirectUri: REDIRECT_URI };
  const token = cacheToken({ ...client, ...operator });
  await expect(token()).rejects.toThrow();
  await createOperator(identity.administration, { ...operator, permissions: [] });

  const signedIn = await token();

  expect(await token()).toBe(signedIn);
});

test('no profile is one that every object has', async () => {
  await writeProfile('bank', buildStage());

  expect(() => readProfile('constructor')).toThrow(
    'There is no profile constructor. There are: bank',
  );
});

test.each([
  ['no JSON', '{"profiles": {'],
  ['empty', ''],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['without sign-ins', '{"profiles": {}}'],
  ['with a list of profiles', '{"profiles": [], "signIns": {}}'],
])('a file that is %s is named as damaged, and stays as it is', async (_, content) => {
  const file = join(folder, 'profiles.json');
  writeFileSync(file, content);
  const fault = `${file} is damaged: `;

  expect(() => readProfile('bank')).toThrow(fault);
  await expect(writeProfile('bank', buildStage())).rejects.toThrow(fault);
  expect(readFileSync(file, 'utf8')).toBe(content);
  rmSync(file);
});
