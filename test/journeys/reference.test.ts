// The API reference in a browser, on the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { registerReferenceClient } from '../../local/start/registration/reference-client.ts';
import {
  hasBrowser,
  inBrowser,
  launchBrowser,
  measureOverflow,
  saveScreenshot,
} from '../support/stack/browser.ts';
import { expectAccessible } from '../support/console/console-rig.ts';
import { expectError } from '../support/contract/contract.ts';
import { MAKER, PASSWORD } from '../support/stack/identity.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';
import { startStagePath } from '../support/run/stage-path.ts';
import { openVisit } from '../support/stack/visit.ts';
import type { PageVisit } from '../support/stack/visit.ts';

let stack: SignedInStack;
let stagePath: Awaited<ReturnType<typeof startStagePath>>;
let browser: Browser | undefined;
let visit: PageVisit | undefined;
beforeAll(async () => {
  stack = await startSignedInStack();
  stagePath = await startStagePath(stack.baseUrl, 'prod');
  if (!hasBrowser) return;
  browser = await launchBrowser();
  visit = await openVisit(browser);
});
afterAll(async () => {
  await browser?.close();
  await stagePath.stop();
  await stack.stop();
});

/** Opens the page without what earlier tests left. A window for each test would take three times as long. */
async function open(url: string, viewport = { width: 1280, height: 900 }): Promise<PageVisit> {
  if (!visit) throw new Error('there is no browser');
  const { page, context, errors, requests } = visit;
  await page.goto('about:blank');
  await context.clearCookies();
  errors.length = 0;
  requests.length = 0;
  await page.setViewportSize(viewport);
  await page.goto(`${url}/docs`);
  await page.waitForSelector('.opblock');
  return visit;
}

/** Executes the operation and returns the status and the body that the page shows. */
async function tryOut(page: Page, area: string, operation: string): Promise<[string, unknown]> {
  const block = page.locator(`#operations-${area}-${operation}`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table .response');
  const status = (await answer.locator('.response-col_status').innerText()).trim();
  const body = await answer.locator('.highlight-code code').first().innerText();
  return [status.slice(0, 3), JSON.parse(body) as unknown];
}

test('reading the page needs no token, and calling the API does', async () => {
  for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/favicon.svg']) {
    const answer = await stack.get(path, { token: null });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const missing = await stack.get('/docs/nothing.js', { token: null });
  expectError(missing.body, 404);
  expect((await stack.get('/api/accounts', { token: null })).status).toBe(401);
});

const CONSOLE = 'http://localhost:4020';

test('the identity service keeps its own rules for other origins', async () => {
  const { headers } = await fetch(`${stack.authUrl}/jwks`, { headers: { Origin: CONSOLE } });

  expect(headers.get('access-control-allow-origin')).not.toBe('*');
  expect(headers.has('access-control-expose-headers')).toBe(false);
});

test('the console reads what the gateway of the identity service itself refuses', async () => {
  // More than API Gateway takes.
  const body = 'x'.repeat(10 * 1024 * 1024 + 1);
  const headers = { Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded' };
  const answers = await Promise.all([
    fetch(`${stack.authUrl}/token`, { method: 'POST', body, headers }),
    fetch(`${stack.authUrl}/nowhere`, { headers }),
    fetch(`${stack.authUrl}/token`, { method: 'PUT', headers }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([413, 404, 405]);
  for (const answer of answers) {
    expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Correlation-ID');
  }
});

/** Calls the ledger from a page of the origin, and returns what its script learns. */
async function callFrom(origin: string, url: string, token: string): Promise<unknown> {
  if (!visit) throw new Error('there is no browser');
  const { page, context } = visit;
  // The page is not served by this machine, so a browser would ask its user about the address of the API.
  await context.grantPermissions(['local-network-access'], { origin });
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Console</title>' }),
  );
  await page.goto(`${origin}/inbox`);
  const headers = { Authorization: `Bearer ${token}`, 'X-Correlation-ID': 'flow-7' };
  const answer = `fetch(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} })
    .then(({ status, headers }) => [status, headers.get('X-Correlation-ID')], () => 'unreadable')`;
  return page.evaluate(answer);
}

inBrowser('a browser lets the console call the ledger, and no other page', async () => {
  const url = `${stack.baseUrl}/api/accounts`;
  const token = await stack.token({ tenant_id: 'cors' });

  expect(await callFrom(CONSOLE, url, token)).toEqual([200, 'flow-7']);
  expect(await callFrom(CONSOLE, url, 'expired')).toEqual([401, expect.any(String)]);
  expect(await callFrom('http://localhost:4021', url, token)).toBe('unreadable');
});

test('the address of an API shows where its parts are, to programs and to people', async () => {
  const program = await stack.get('/', { token: null });
  const person = await stack.get('/', { token: null, headers: { accept: 'text/html,*/*;q=0.8' } });

  expect(program.body).toEqual({
    title: 'Countinghouse ledger',
    version: '1.0.0',
    links: {
      console: CONSOLE,
      reference: './docs',
      openapi: './openapi.json',
      health: './health',
    },
  });
  expect(person.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(person.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*style-src 'sha256-/,
  );
  for (const link of Object.values(program.body.links)) {
    expect(person.text).toContain(`<a href="${String(link)}">`);
  }
  expect(person.text).not.toContain('<script');
  const health = await stack.get('/health', { token: null });
  expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
  expect((await stack.get('/api', { token: null })).status).toBe(404);
});

inBrowser(
  'the page of an address leads to the reference, also below the path of a stage',
  async () => {
    if (!visit) throw new Error('there is no browser');
    const { page, errors } = visit;
    errors.length = 0;
    for (const url of [stack.baseUrl, `${stagePath.url}/`]) {
      await page.goto(url);
      await saveScreenshot(page, 'root-page');
      await page.getByRole('link', { name: 'API reference' }).click();
      await page.waitForSelector('.opblock');
    }

    expect(errors).toEqual([]);
  },
);

test('the document is compressed, and not sent again when unchanged', async () => {
  const first = await stack.get('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
  const etag = first.headers.get('etag') ?? '';

  expect(first.headers.get('content-encoding')).toBe('gzip');
  const again = await stack.get('/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('serves no file outside the folder', async () => {
  for (const path of ['..%2fopenapi-ledger.json', '%2e%2e%2fdocs.html', '..%5cdocs.html']) {
    expect((await stack.get(`/docs/${path}`)).status).toBe(404);
  }
});

inBrowser('the page shows every operation and sends no requests to other origins', async () => {
  const { page, errors, requests } = await open(stack.baseUrl);
  await page.waitForLoadState('networkidle');

  const listed = await page.locator('.opblock-summary-operation-id').allInnerTexts();
  const { paths } = (await stack.get('/openapi.json')).body;
  const published = Object.values(paths).flatMap((item) => Object.values(item as object));
  expect(listed.sort()).toEqual(published.map(({ operationId }) => operationId).sort());
  expect(await page.locator('h1, h2').first().innerText()).toContain('Countinghouse ledger');
  await saveScreenshot(page, 'reference');
  expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([stack.baseUrl]));
  expect(errors).toEqual([]);
});

inBrowser.each(['the root of an origin', 'the path of a stage'])(
  'a pasted token authorizes the operations below %s',
  async (location) => {
    const url = location.includes('stage') ? stagePath.url : stack.baseUrl;
    const { page, errors, requests } = await open(url);
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('#auth-bearer-value').fill(await stack.token({ tenant_id: 'reader' }));
    await page.locator('.auth-container').first().locator('button.authorize').click();
    await page.locator('.modal-ux .close-modal').click();

    const [created, account] = await tryOut(page, 'accounts', 'createAccount');
    const [listed, accounts] = await tryOut(page, 'accounts', 'listAccounts');
    await saveScreenshot(page, 'reference-tried-out');

    expect([created, listed]).toEqual(['201', '200']);
    expect(accounts).toContainEqual(account);
    expect(requests.every((one) => one.startsWith(url))).toBe(true);
    expect(errors).toEqual([]);
  },
);

inBrowser('fills in a fresh Idempotency-Key, and again when it is emptied', async () => {
  const { page } = await open(stack.baseUrl);
  const block = page.locator('#operations-journal-postJournalEntry');
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  const field = block.locator('tr[data-param-name="Idempotency-Key"] input');

  const filledIn = async (other = '') => {
    let value = '';
    while (value === '' || value === other) value = await field.inputValue();
    return value;
  };
  const first = await filledIn();
  await field.fill('');
  const second = await filledIn(first);

  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(second).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

inBrowser(
  'Authorize signs in at the identity service, and the token authorizes operations',
  async () => {
    await registerReferenceClient(stack.administration, ['http://localhost:1']);
    await registerReferenceClient(stack.administration, [stack.baseUrl]);
    const { page, context, errors, requests } = await open(stack.baseUrl);
    await page.locator('.auth-wrapper .authorize').click();
    const operator = page.locator('.auth-container', { hasText: 'operator' });
    await saveScreenshot(page, 'reference-authorize');
    const popup = context.waitForEvent('page');
    await operator.locator('button.authorize').click();
    const signInPage = await popup;
    await signInPage.getByLabel('Username').fill(MAKER);
    await signInPage.getByLabel('Password').fill(PASSWORD);
    await signInPage.getByRole('button', { name: 'Sign in' }).click();
    await operator.locator('button', { hasText: 'Logout' }).waitFor();
    await page.locator('.modal-ux .close-modal').click();

    expect((await tryOut(page, 'accounts', 'createAccount'))[0]).toBe('201');
    const origins = new Set(requests.map((url) => new URL(url).origin));
    expect(origins).toEqual(new Set([stack.baseUrl, stack.authUrl]));
    expect(errors).toEqual([]);
  },
);

inBrowser('the page and what opens in it are accessible', async () => {
  const { page } = await open(stack.baseUrl);
  await expectAccessible(page);
  const block = page.locator('#operations-journal-postJournalEntry');
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.locator('.responses-wrapper').waitFor();
  await expectAccessible(page);
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('#auth-bearer-value').waitFor();
  await expectAccessible(page);
});

inBrowser('the identity service has a reference of its own', async () => {
  const { page, errors } = await open(stack.authUrl);

  expect(await page.locator('.info .title').innerText()).toContain('Countinghouse identity');
  expect(errors).toEqual([]);
});

inBrowser('a phone shows it without horizontal scrolling', async () => {
  const { page, errors } = await open(stack.baseUrl, { width: 390, height: 844 });
  await page.locator('#operations-accounts-createAccount .opblock-summary-control').click();
  await page.locator('.try-out__btn').click();
  await page.locator('.responses-wrapper').waitFor();
  await saveScreenshot(page, 'reference-phone');

  expect(await measureOverflow(page)).toBe(0);
  expect(errors).toEqual([]);
});

inBrowser('an address links directly to an operation', async () => {
  const { page } = await open(`${stack.baseUrl}`);
  await page.goto(`${stack.baseUrl}/docs#/journal/getJournalEntry`);
  await page.reload();
  await page.locator('#operations-journal-getJournalEntry.is-open').waitFor();
});
