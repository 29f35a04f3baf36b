// The console in a browser, on a stack of its own: the built files behind their server, the identity service
// and the APIs. The browser finds the console at its registered address, on a port that is free.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { PERMISSIONS } from '../../../functions/identity/permissions.ts';
import type { Permission } from '../../../functions/identity/permissions.ts';
import { buildConsole } from '../../../local/console/console-build.ts';
import { startConsole } from '../../../local/console/console-server.ts';
import { findFreePort } from '../../../local/http/free-port.ts';
import { launchBrowser } from '../stack/browser.ts';
import { hashAtLowCost, PASSWORD } from '../stack/identity.ts';
import { startSignedInStack } from '../stack/signed-in-stack.ts';
import type { SignedInStack } from '../stack/signed-in-stack.ts';
import type { StackAnswer } from '../stack/stack.ts';
import { CONSOLE_ORIGIN } from '../stack/templates.ts';
import { openVisit } from '../stack/visit.ts';
import type { PageVisit } from '../stack/visit.ts';

export const TENANT = 'aurora';
const CLIENT_ID = 'browser-console';

export interface ConsoleRig {
  readonly stack: SignedInStack;
  /** An access token of the tenant for the test's own requests. */
  readonly token: string;
  /** Sends a request of the test's own that creates something; returns the body of its answer. */
  post(path: string, body: unknown): Promise<StackAnswer['body']>;
  /** Reads for the test itself. */
  read(path: string): Promise<StackAnswer['body']>;
  /** Opens a browser window of its own, with its own cookies. */
  openWindow(): Promise<PageVisit>;
  /** Creates an operator, opens a window and signs in. */
  signIn(name: string, permissions: readonly Permission[]): Promise<PageVisit>;
  stop(): Promise<void>;
}

export async function startConsoleRig(): Promise<ConsoleRig> {
  const [stack, { folder }] = await Promise.all([startSignedInStack(), buildConsole()]);
  await createOperatorInterface(stack.administration, {
    clientId: CLIENT_ID,
    name: 'Operator console',
    scopes: PERMISSIONS,
    redirectUris: [`${CONSOLE_ORIGIN}/callback.html`],
    postLogoutRedirectUris: [CONSOLE_ORIGIN],
  });
  const { urls, s3Endpoint } = stack.local;
  const { base_url = '', workbench_url = '', auth_url = '' } = urls;
  const addresses = { base_url, workbench_url, auth_url };
  // Not before: another process would have longer to take it.
  const port = await findFreePort();
  const server = await startConsole({
    folder,
    port,
    clientId: CLIENT_ID,
    addresses,
    downloads: s3Endpoint === undefined ? [] : [new URL(s3Endpoint).origin],
  });
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP localhost:4020 127.0.0.1:${port}`,
  ]);
  const openWindow = () => openVisit(browser);
  const token = await stack.token({ tenant_id: TENANT });
  return {
    stack,
    token,
    post: async (path, body) => {
      const answer = await stack.post(path, body, { token });
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.body;
    },
    read: async (path) => (await stack.get(path, { token })).body,
    openWindow,
    signIn: async (name, permissions) => {
      const username = `${name}@${TENANT}`;
      await createOperator(
        stack.administration,
        { username, password: PASSWORD, permissions },
        hashAtLowCost,
      );
      const opened = await openWindow();
      await opened.page.goto(CONSOLE_ORIGIN);
      await signInAs(opened.page, username);
      return opened;
    },
    stop: async () => {
      await browser.close();
      await server.stop();
      await stack.stop();
    },
  };
}

/** From the console's own page to the form of the identity service, and back. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

// Strings of JavaScript that run in the page. A color that is still changing is on no finished page; a spinner never
// ends.
const END_TRANSITIONS = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`;
const FIND_VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`;

/** Finds what WCAG 2.2 AA forbids on the page as it stands. The page has no frames. */
export async function expectAccessible(page: Page): Promise<void> {
  // Once for each document: to send and compile it takes longer than to run it.
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  await page.evaluate(END_TRANSITIONS);
  expect(await page.evaluate(FIND_VIOLATIONS)).toEqual([]);
}
