// The sign-in page in a real browser, from the authorization endpoint to the code.
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { createOperatorInterface } from '../../functions/identity/administration/clients.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { MAKER, PASSWORD } from '../support/identity.ts';
import { discover } from '../support/relying-party.ts';
import { startSignedInStack, type SignedInStack } from '../support/signed-in-stack.ts';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
if (executablePath === undefined) {
  console.warn('NOT TESTED: the sign-in page, for there is no Chromium (CHROMIUM=… names one).');
}

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

(executablePath === undefined ? describe.skip : describe)('the sign-in page', () => {
  let stack: SignedInStack;
  let application: Server;
  let browser: Browser;
  let redirectUri: string;
  let config: oidc.Configuration;

  beforeAll(async () => {
    stack = await startSignedInStack();
    application = createServer((_request, response) => response.end('the application'));
    await new Promise<void>((resolve) => void application.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    await createOperatorInterface(stack.administration, {
      clientId: 'teller',
      name: 'Teller <desk> & vault',
      scopes: PERMISSIONS,
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [redirectUri],
    });
    config = await discover(stack.authUrl, 'teller');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 90_000);
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

  async function openPage(options: BrowserContextOptions, parameters?: Record<string, string>) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    const { url, verifier } = await signInUrl(parameters);
    await page.goto(url);
    return { page, verifier, faults, context };
  }

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('leads to the application with a code, by keyboard alone, %s', async (_name, hasScripts) => {
    const options = { javaScriptEnabled: hasScripts, viewport: DESK };
    const { page, verifier, faults, context } = await openPage(options);

    await page.locator('#username:focus').waitFor();
    await page.keyboard.type(MAKER);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirectUri}*`);

    const checks = { pkceCodeVerifier: verifier };
    const tokens = await oidc.authorizationCodeGrant(config, new URL(page.url()), checks);
    expect(tokens.access_token).toEqual(expect.any(String));
    // Chromium asks for an icon that there is none of; it has nothing else to complain about.
    expect(faults.filter((fault) => !/favicon|404/.test(fault))).toEqual([]);
    await context.close();
  });

  test('says what is wrong in words that a screen reader speaks', async () => {
    const { page, context } = await openPage({ viewport: PHONE });
    await page.getByLabel('Username').fill(MAKER);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();

    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('do not go together');
    expect(await page.getByLabel('Username').inputValue()).toBe(MAKER);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toBe('complaint');
    expect(await page.locator(':focus').getAttribute('id')).toBe('password');
    await shoot(page, 'phone-refused');
    await context.close();
  });

  test.each([
    ['phone', PHONE, 'light'],
    ['phone', PHONE, 'dark'],
    ['desk', DESK, 'light'],
    ['desk', DESK, 'dark'],
  ] as const)('is legible and fits on a %s (%o, %s)', async (name, viewport, colorScheme) => {
    const { page, context } = await openPage({ viewport, colorScheme });

    expect(await page.title()).toBe('Sign in · Countinghouse');
    expect(await page.getByText('Teller <desk> & vault').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    const ratios = await contrasts(page);
    expect(ratios.length).toBeGreaterThan(6);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
    await shoot(page, `${name}-${colorScheme}`);
    await context.close();
  });

  test('needs no sideways scrolling at 320 pixels', async () => {
    const { page, context } = await openPage({ viewport: { width: 320, height: 256 } });

    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await context.close();
  });

  test('knows the name that the application suggests', async () => {
    const { page, context } = await openPage({}, { login_hint: '"><img src=x>@aurora' });

    expect(await page.getByLabel('Username').inputValue()).toBe('"><img src=x>@aurora');
    expect(await page.locator(':focus').getAttribute('id')).toBe('password');
    await context.close();
  });

  test('signing out asks first and comes back to the application', async () => {
    const { page, context } = await openPage({ viewport: DESK });
    await page.getByLabel('Username').fill(MAKER);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${redirectUri}*`);

    const url = oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri });
    await page.goto(url.href);
    await shoot(page, 'desk-sign-out');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(redirectUri);

    await page.goto((await signInUrl()).url);
    expect(await page.title()).toBe('Sign in · Countinghouse');
    await context.close();
  });
});

// For whoever wants to see them: SCREENSHOTS names a folder.
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

// In the page's language, and so in texts: there is no document here.
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const CONTRASTS = `
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const share = (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map(share);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? groundOf(element.parentElement) : color;
  };
  [...document.querySelectorAll('h1, p, strong, label, input, button')].map((element) => {
    const both = [getComputedStyle(element).color, groundOf(element)].map(luminance);
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  });
`;

/** The contrasts of texts and their grounds, as WCAG 2 measures them. */
function contrasts(page: Page): Promise<number[]> {
  return page.evaluate(CONTRASTS);
}
