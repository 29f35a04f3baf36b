// Signs the caller in, in a browser, with a password at the prompt, or as a service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Command } from 'commander';
import { finishSignIn, serviceToken, startSignIn } from '../../client/client.ts';
import type { TokenSet } from '../../client/client.ts';
import { discoverEndpoints } from '../../client/tokens/token-endpoint.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { readCode, readPassword } from '../administration/read-password.ts';
import { formatError } from '../format-error.ts';
import { fetchTokens } from '../token/access-token.ts';
import { selectStage } from './connection.ts';
import type { SelectedStage, SelectionFlags } from './connection.ts';
import { buildGivenProfile, refuseForeignFlags } from './login-flags.ts';
import type { LoginFlags } from './login-flags.ts';
import { printLine } from './command-output.ts';
import { defineCommand } from './define-command.ts';
import { readProfile, readSignIn, writeProfile, writeSignIn } from '../selection/profiles.ts';
import type { StoredSignIn } from '../selection/profiles.ts';

const HTTP_PORT = 80;

/** `login` and `logout`. */
export function buildLoginCommands(): Command[] {
  return [
    defineCommand('login [username]', 'sign in, by a browser without a username')
      .option('--service <client>', 'as a service: its secret comes from the input')
      .option('--base-url <url>', 'with --profile: the ledger API of the stage')
      .option('--workbench-url <url>', 'its workbench API')
      .option('--auth-url <url>', 'its OpenID issuer')
      .option('--client-id <id>', 'the client by which people sign in')
      .option('--redirect-uri <uri>', 'an address of this machine, registered for the client')
      .option('--stage <name>', 'its name on AWS, for the npm scripts that take --profile')
      .action(login),
    defineCommand('logout', 'end the sign-in').action(logout),
  ];
}

/** Forgets the sign-in in any case, and ends its tokens where the issuer can. */
async function logout(flags: SelectionFlags): Promise<void> {
  const { auth_url: issuer } = selectStage(flags);
  const signIn = readSignIn(issuer);
  if (signIn === undefined) return printLine('There was no sign-in.');
  await writeSignIn(issuer, undefined);
  const fault = await revokeSignIn(issuer, signIn).catch(String);
  printLine(
    fault === undefined
      ? 'Signed out.'
      : `Signed out on this machine. At the issuer the sign-in lasts until its end: ${fault}`,
  );
}

// RFC 7009. The token of a service has no refresh token, and could only be revoked with the secret, which is not stored.
async function revokeSignIn(issuer: string, signIn: StoredSignIn): Promise<string | undefined> {
  const token = signIn.tokens.refreshToken;
  if (token === undefined) return undefined;
  const { revocation_endpoint: endpoint } = await discoverEndpoints(issuer);
  if (endpoint === undefined) return 'it revokes no tokens.';
  const { status, ok } = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      token,
      token_type_hint: 'refresh_token',
      client_id: signIn.clientId,
    }),
    signal: AbortSignal.timeout(30_000),
  });
  return ok ? undefined : `it answered ${status}.`;
}

async function login(username: string | undefined, flags: LoginFlags): Promise<void> {
  refuseForeignFlags(username, flags);
  const { service, baseUrl } = flags;
  const { profile, stage: stageName } = flags;
  if (profile !== undefined && stageName !== undefined && baseUrl === undefined) {
    await nameStage(profile, stageName);
    // Its users have credentials of AWS, and need no sign-in.
    if (username === undefined && service === undefined) return;
  }
  const stage = await selectOrStoreStage(flags);
  const { token_endpoint: tokenEndpoint } = await discoverEndpoints(stage.auth_url);
  const name = service ?? username ?? 'you';
  const clientId = service ?? stage.client_id;
  const tokens = await fetchGrant(stage, service, username);
  await writeSignIn(stage.auth_url, { name, clientId, tokenEndpoint, tokens });
  const end = tokens.refreshToken === undefined ? ' for five minutes' : '';
  printLine(`Signed in as ${name}${end}.`);
}

/** Stores the name of the stage in a profile that is there. */
async function nameStage(name: string, stage: string): Promise<void> {
  await writeProfile(name, { ...readProfile(name), stage });
  printLine(`The profile ${name} is the stage ${stage}.`);
}

/** A profile that comes with addresses is stored under its name. */
async function selectOrStoreStage(flags: LoginFlags): Promise<SelectedStage> {
  const profile = buildGivenProfile(flags);
  if (profile === undefined || flags.profile === undefined) return selectStage(flags);
  await writeProfile(flags.profile, profile);
  return profile;
}

async function fetchGrant(
  stage: SelectedStage,
  service: string | undefined,
  username: string | undefined,
): Promise<TokenSet> {
  const { auth_url: issuer, client_id: clientId, redirect_uri: redirectUri } = stage;
  if (service !== undefined) {
    return serviceGrant(issuer, service, await readPassword());
  }
  if (username === undefined) return signInByBrowser(issuer, clientId, redirectUri);
  const demo = stage.operators?.find((operator) => operator.username === username);
  const password = demo?.password ?? (await readPassword());
  return fetchTokens({ authUrl: issuer, clientId, redirectUri, username, password, readCode });
}

/** The secret is not stored: a program that works longer uses the client package. */
async function serviceGrant(
  issuer: string,
  clientId: string,
  clientSecret: string,
): Promise<TokenSet> {
  const accessToken = await serviceToken({ issuer, clientId, clientSecret })();
  return { accessToken, expiresAtMs: Date.now() + 300_000 };
}

async function signInByBrowser(
  issuer: string,
  clientId: string,
  redirectUri: string,
): Promise<TokenSet> {
  const { hostname, protocol } = new URL(redirectUri);
  if (protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new Error('A sign-in by browser needs a --redirect-uri of this machine.');
  }
  const started = await startSignIn({ issuer, clientId, redirectUri, scopes: PERMISSIONS });
  const server = await listenAt(redirectUri);
  const answered = receiveRedirect(server, redirectUri);
  process.stderr.write(`Open this address in a browser:\n${started.url}\n`);
  return finishSignIn(started, await answered);
}

// The browser comes back to exactly this address, so that no other port would do. Without one, it is that of HTTP.
async function listenAt(redirectUri: string): Promise<Server> {
  const { hostname, port } = new URL(redirectUri);
  const server = createServer();
  try {
    server.listen(Number(port || HTTP_PORT), hostname.replace(/[[\]]/g, ''));
    await once(server, 'listening');
    return server;
  } catch (cause) {
    throw new Error(
      `The browser would come back to ${redirectUri}, where this command cannot wait for it: ${formatError(cause)}. ` +
        'Register a redirect URI with a free port for the client, as http://127.0.0.1:7777/callback.',
      { cause },
    );
  }
}

/** Waits at the redirect URI for the browser that comes back from the sign-in. */
function receiveRedirect(server: Server, redirectUri: string): Promise<URL> {
  return new Promise((resolve) => {
    server.on('request', (request, answer) => {
      const url = new URL(request.url ?? '', redirectUri);
      if (url.pathname !== new URL(redirectUri).pathname) return answer.writeHead(404).end();
      answer.setHeader('Content-Type', 'text/plain').setHeader('Connection', 'close');
      answer.end('You can close this window.\n', () => {
        server.close(() => resolve(url));
        // A browser opens others for what it may need next, and the server would wait for their first request.
        server.closeAllConnections();
      });
    });
  });
}
