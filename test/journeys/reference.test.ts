// The API reference in a browser, on the running template.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { registerReferenceClient } from '../../local/start/reference-client.ts';
import {
  hasBrowser,
  inBrowser,
  launchBrowser,
  measureOverflow,
  saveScreenshot,
} from '../support/stack/browser.ts';
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
}, 90_000);
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
