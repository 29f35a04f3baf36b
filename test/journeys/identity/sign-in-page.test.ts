// The sign-in page in a real browser, from the authorization endpoint to the code.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from '@jest/globals';
import * as oidc from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { createOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../../functions/identity/administration/second-factors.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { PERMISSIONS } from '../../../functions/identity/permissions.ts';
import { addAuthenticator, clickScripted } from '../../support/passkeys/virtual-authenticator.ts';
import {
  measureContrasts,
  hasBrowser,
  inBrowser,
  launchBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';
import { hashAtLowCost, MAKER, PASSWORD } from '../../support/stack/identity.ts';
import { discover } from '../../support/stack/relying-party.ts';
import { startSignedInStack } from '../../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../../support/stack/signed-in-stack.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

let stack: SignedInStack;
let application: Server;
let browser: Browser;
let redirectUri: string;
let config: oidc.Configuration;

beforeAll(async () => {
  if (!hasBrowser) return;
  stack = await startSignedInStack();
  application = createServer((_request, response) => response.end('the application'));
  await new Promise<void>((resolve) => void application.listen(0, '127.0.0.1', resolve));
  redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  await createOperatorInterface(stack.administration, {
    clientId: 'teller',
    name: 'Teller <desk> & safe',
    scopes: PERMISSIONS,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [redirectUri],
  });
  config = await discover(stack.authUrl, 'teller');
  await createTenant(stack.administration, { tenantId: 'strict', name: 'Strict Bank' });
  await requireSecondFactor(stack.administration, 'strict', true);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  application?.close();
  application?.closeAllConnections();
  await stack?.stop();
});

async function signInUrl(parameters: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid finance.read',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url: url.href, verifier };
}

interface Window {
  readonly page: Page;
  readonly faults: string[];
}

// A window for each test would take longer than the tests.
const windows = new Map<boolean, Promise<Window>>();

async function openWindow(javaScriptEnabled: boolean): Promise<Window> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
}

interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly hasScripts?: boolean;
  readonly parameters?: Record<string, string>;
}

/** Opens the sign-in page without what earlier tests left. */
async function openPage(options: PageOptions = {}) {
  const { viewport = DESK, colorScheme = 'light', hasScripts = true, parameters } = options;
  const opened = windows.get(hasScripts) ?? openWindow(hasScripts);
  windows.set(hasScripts, opened);
  const { page, faults } = await opened;
  await page.goto('about:blank');
  await page.context().clearCookies();
  faults.length = 0;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  const { url, verifier } = await signInUrl(parameters);
  await page.goto(url);
  return { page, verifier, faults };
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

inBrowser.each([
  ['with scripts', true],
  ['without scripts', false],
])('leads to the application with a code, by keyboard alone, %s', async (_name, hasScripts) => {
  const { page, verifier, faults } = await openPage({ hasScripts });

  await page.locator('#username:focus').waitFor();
  await page.keyboard.type(MAKER);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await expectTokens(page, verifier);
  // Chromium requests a favicon that does not exist; it must report nothing else.
  expect(faults.filter((fault) => !/favicon|404/.test(fault))).toEqual([]);
});

inBrowser('reports errors in words for screen readers', async () => {
  const { page } = await openPage({ viewport: PHONE });
  await page.getByLabel('Username').fill(MAKER);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();

  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toContain('username or the password is incorrect');
  expect(await page.getByLabel('Username').inputValue()).toBe(MAKER);
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toBe('error-message');
  expect(await page.locator(':focus').getAttribute('id')).toBe('password');
  await saveScreenshot(page, 'phone-refused');
});

inBrowser.each([
  ['narrow', { width: 320, height: 256 }, 'light'],
  ['phone', PHONE, 'light'],
  ['phone', PHONE, 'dark'],
  ['desk', DESK, 'light'],
  ['desk', DESK, 'dark'],
] as const)('is legible and fits on a %s (%o, %s)', async (name, viewport, colorScheme) => {
  const { page } = await openPage({ viewport, colorScheme });

  expect(await page.title()).toBe('Sign in · Countinghouse');
  expect(await page.getByText('Teller <desk> & safe').count()).toBe(1);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await measureOverflow(page)).toBe(0);
  const ratios = await measureContrasts(page);
  expect(ratios.length).toBeGreaterThan(6);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  await saveScreenshot(page, `${name}-${colorScheme}`);
});

inBrowser('fills in the name that the application suggests', async () => {
  const { page } = await openPage({ parameters: { login_hint: '"><img src=x>@aurora' } });

  expect(await page.getByLabel('Username').inputValue()).toBe('"><img src=x>@aurora');
  expect(await page.locator(':focus').getAttribute('id')).toBe('password');
});

inBrowser('answers no frame, asks before signing out and returns to the application', async () => {
  const { page } = await openPage();
  await enterPassword(page, MAKER);
  await page.waitForURL(`${redirectUri}*`);

  const { url: silent } = await signInUrl({ prompt: 'none' });
  await page.setContent(`<iframe src="${silent.replaceAll('&', '&amp;')}"></iframe>`);
  while (page.frames().at(-1)?.url() === '') await page.waitForTimeout(50);
  expect(page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

  const url = oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri });
  await page.goto(url.href);
  await saveScreenshot(page, 'desk-sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(redirectUri);

  await page.goto((await signInUrl()).url);
  expect(await page.title()).toBe('Sign in · Countinghouse');
});

async function newStrictOperator(name: string): Promise<string> {
  const username = `${name}@strict`;
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(stack.administration, operator, hashAtLowCost);
  return username;
}

async function expectTokens(page: Page, verifier: string): Promise<void> {
  await page.waitForURL(`${redirectUri}*`);
  const checks = { pkceCodeVerifier: verifier };
  const tokens = await oidc.authorizationCodeGrant(config, new URL(page.url()), checks);
  expect(tokens.access_token).toEqual(expect.any(String));
}

inBrowser(
  'sets up a passkey at the sign-in, signs in by it, and refuses another device',
  async () => {
    const username = await newStrictOperator('ada');
    const first = await openPage({ viewport: PHONE });
    const { page } = first;
    const own = await addAuthenticator(page);
    await enterPassword(page, username);
    await page.getByLabel('Name of the passkey').fill('Phone');
    expect(await measureOverflow(page)).toBe(0);
    expect(Math.min(...(await measureContrasts(page)))).toBeGreaterThanOrEqual(4.5);
    await saveScreenshot(page, 'phone-set-up-passkey');
    await clickScripted(page, 'Set up a passkey and sign in');
    await expectTokens(page, first.verifier);

    const second = await openPage({ viewport: PHONE });
    await enterPassword(page, username);
    await clickScripted(page, 'Use your passkey');
    await expectTokens(page, second.verifier);
    expect(second.faults.filter((fault) => !/favicon|404/.test(fault))).toEqual([]);

    await own.remove();
    const other = await addAuthenticator(page);
    await openPage();
    await enterPassword(page, username);
    await clickScripted(page, 'Use your passkey');
    const alert = page.getByRole('alert').filter({ visible: true });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('The passkey was not used');
    await other.remove();
  },
);

inBrowser('manages second factors on the own account, by passkey and by code', async () => {
  const username = await newStrictOperator('ben');
  const { page, verifier, faults } = await openPage();
  await enterPassword(page, username);
  await page.getByText('Use an authenticator app instead').click();
  const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
  const showCode = (timestamp: number) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  await page.getByLabel('Code of your').fill(showCode(Date.now()));
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await expectTokens(page, verifier);

  const again = await openPage();
  await enterPassword(page, username);
  // Each code is good once, and a clock may be half a minute fast.
  await page.getByLabel('Code of your').fill(showCode(Date.now() + 30_000));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTokens(page, again.verifier);

  await page.goto(`${stack.authUrl}/account`);
  await page.getByRole('link', { name: 'Second factors' }).click();
  const authenticator = await addAuthenticator(page);
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await clickScripted(page, 'Add a passkey');
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
  expect(Math.min(...(await measureContrasts(page)))).toBeGreaterThanOrEqual(4.5);
  await saveScreenshot(page, 'desk-second-factors');
  await clickScripted(page, 'Add a passkey');
  await page.getByRole('alert').filter({ hasText: 'a passkey of yours already' }).waitFor();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  expect(await page.getByRole('alert').first().textContent()).toContain('your only one');
  expect(faults.filter((fault) => !/favicon|404|400/.test(fault))).toEqual([]);
  await authenticator.remove();
});

// The last test: a sign-in of the second in which an operator signs out everywhere is refused.
inBrowser('shows the own account, and signs out everywhere', async () => {
  const { page, faults } = await openPage({ viewport: PHONE });
  await page.goto(`${stack.authUrl}/account`);
  await enterPassword(page, MAKER);
  await page.waitForURL(`${stack.authUrl}/account`);

  expect(await page.getByText(MAKER).count()).toBe(1);
  expect(await page.getByText('this browser').count()).toBe(1);
  expect(await measureOverflow(page)).toBe(0);
  expect(Math.min(...(await measureContrasts(page)))).toBeGreaterThanOrEqual(4.5);
  await saveScreenshot(page, 'phone-account');
  await page.getByRole('link', { name: 'Change the password' }).click();
  await page.getByLabel('New password again').waitFor();
  await saveScreenshot(page, 'phone-password');
  await page.getByRole('link', { name: 'Back to your account' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('You are signed out everywhere').waitFor();
  expect(faults.filter((fault) => !/favicon|404/.test(fault))).toEqual([]);
});
