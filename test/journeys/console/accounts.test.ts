// Operators in the console: from the sign-in to an account, its statement and a request, and out again.
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  buildCreditBody,
  buildProductBody,
  buildRuleBody,
  buildSchemaBody,
  buildWorkflowBody,
} from '../../../tools/samples/request-bodies.ts';
import { ACCOUNTS, renewTokens } from '../../support/console/renewals.ts';
import { expectAccessible, signInAs, startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { endSignIn } from '../../support/console/posting-steps.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { MAKER } from '../../support/stack/identity.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';

const NAME = 'Ada Lovelace';
const ENTRY_KEY = 'console-entry-1250.00';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

let rig: ConsoleRig;
let accountId: string;
let otherId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  accountId = await openAccount(NAME, 'cus-1');
  otherId = await openAccount('Grace Hopper', 'cus-2');
  for (const amount of ['1250.00', '0.01']) {
    const posted = await rig.stack.post(
      '/api/journal-entries',
      buildCreditBody(accountId, amount),
      { token: rig.token, key: `console-entry-${amount}` },
    );
    expect(posted.status).toBe(201);
  }
});
afterAll(() => rig?.stop());

async function openAccount(name: string, customer_id: string): Promise<string> {
  const body = { name, customer_id, product_id: 'current-account', currency: 'EUR' };
  const { body: account } = await rig.stack.post('/api/accounts', body, { token: rig.token });
  return account.id;
}

async function countRequests(account: string): Promise<number> {
  const path = `/api/account-lifecycle-requests?account_id=${account}`;
  return (await rig.stack.get(path, { token: rig.token })).body.items.length;
}

async function openAccountPage(page: Page, name = NAME): Promise<void> {
  if (!page.url().startsWith(`${CONSOLE_ORIGIN}/accounts`)) {
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  }
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

inBrowser(
  'signs in, finds an account, reads its statement, and signs out of all tabs',
  async () => {
    const { context, page, errors, requests } = await rig.signIn('reader', ['finance.read']);

    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('row', { name: /Ada Lovelace.*1,250\.01/ }).waitFor();
    await openAccountPage(page);
    expect(await page.locator(':focus').textContent()).toContain(NAME);
    await page.getByRole('row', { name: /Posting.*1,250\.00.*\+ in.*1,250\.00/ }).waitFor();
    await page.getByRole('row', { name: /0\.01.*\+ in.*1,250\.01/ }).waitFor();
    expect(await page.title()).toBe('Account · Countinghouse');
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);

    // A page that is loaded again is the same page, without another form.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    expect(page.url()).toBe(`${CONSOLE_ORIGIN}/accounts/${accountId}`);
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).toBe('[{},{}]');

    const other = await context.newPage();
    await other.goto(`${CONSOLE_ORIGIN}/accounts`);
    await other.getByRole('link', { name: NAME }).waitFor();
    // Each tab renews its own tokens, and none ends those of the others.
    const third = await context.newPage();
    await third.goto(`${CONSOLE_ORIGIN}/accounts`);
    await third.getByRole('link', { name: NAME }).waitFor();
    for (const tab of [other, third, other, third]) await renewTokens(tab);
    await page.getByRole('button', { name: 'reader@aurora' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Countinghouse' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in to Countinghouse' }).waitFor();

    expect(errors).toEqual(Array(4).fill(expect.stringContaining('a status of 401')));
    const hosts = requests.map((url) => new URL(url).hostname);
    expect([...new Set(hosts)]).toEqual(['localhost']);
    await context.close();
  },
);

inBrowser('keeps filters in the address, and says what of an address it left out', async () => {
  const { context, page } = await rig.signIn('filter', ['audit.read']);
  await page.getByLabel('Customer id').fill('cus-2');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await page.getByRole('link', { name: NAME }).waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/accounts?customer_id=cus-2`);
  // What was read stays, with its time, while the API does not answer.
  await page.route(ACCOUNTS, (route) => route.abort());
  await page.getByRole('button', { name: 'Read again' }).click();
  await page.getByText(/^This is as of \d/).waitFor();
  expect(await page.getByRole('link', { name: 'Grace Hopper' }).count()).toBe(1);
  await expectAccessible(page);
  await page.unroute(ACCOUNTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^This is as of \d/).waitFor({ state: 'detached' });

  await page.goto(`${CONSOLE_ORIGIN}/accounts?customer_id=cus-2&status=open`);
  await page.getByText('They were left out: status').waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await context.close();
});

inBrowser('goes to pages by keys, and to records by what is known of them', async () => {
  const { context, page } = await rig.signIn('typist', ['finance.read', 'audit.read']);
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByText('g j', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /Use single keys/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('j');

  await goTo(page, 'no such thing');
  await page.getByText('Nothing that you may see has this identifier or name').first().waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/accounts`);
  await expectAccessible(page);
  await page.getByLabel('Identifier or name').fill(accountId);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await goTo(page, 'cus-2');
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/accounts?customer_id=cus-2`);
  await goTo(page, ENTRY_KEY);
  await page.getByRole('heading', { level: 1, name: 'Journal entry' }).waitFor();
  await goTo(page, 'grace hopper');
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  const path = `/api/accounts/${accountId}/statement`;
  const [{ id, journal_entry_id }] = (await rig.stack.get(path, { token: rig.token })).body.items;
  await goTo(page, id);
  await page.getByRole('heading', { level: 1, name: 'Journal entry' }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/journal/${journal_entry_id}`);
  await goToConfiguration(page);
  await context.close();
});

/** Goes to records of the configuration, and to an operator. */
async function goToConfiguration(page: Page): Promise<void> {
  const send = async (path: string, body: object) => {
    const answer = await rig.stack.post(path, body, { token: rig.token });
    expect([path, answer.status]).toEqual([path, 201]);
  };
  await send('/api/products', buildProductBody('giro'));
  await send('/api/products/giro/rules', buildRuleBody({ id: 'limit' }));
  await send('/api/schemas', buildSchemaBody('branch', { display_name: 'Branch office' }));
  await send('/api/workflows', buildWorkflowBody('OPENED', [{ action: 'EMIT_EVENT' }]));
  for (const [typed, address] of [
    ['giro', '/config/products/giro'],
    ['limit', '/config/rules/limit?product=giro'],
    ['branch office', '/config/schemas/sch_'],
    ['review fee', '/config/workflows/wfl_'],
    ['typist@aurora', '/admin?open=op_'],
  ] as const) {
    await goTo(page, typed);
    await page.waitForURL((url) => url.href.startsWith(`${CONSOLE_ORIGIN}${address}`));
  }
}

/** Goes to a record by its identifier. */
async function goTo(page: Page, identifier: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByLabel('Identifier or name').fill(identifier);
  await page.keyboard.press('Enter');
}

inBrowser('names the permission that a page needs', async () => {
  const { context, page } = await rig.signIn('stranger', []);
  await page.getByRole('heading', { name: 'No page is open to you' }).waitFor();
  await page.goto(`${CONSOLE_ORIGIN}/accounts`);

  await page.getByText('It needs the permission finance.read / audit.read.').waitFor();
  expect(await page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
  await context.close();
});

inBrowser('sends a request once, though its answer is cut off', async () => {
  const { context, page } = await rig.signIn('maker-one', ['finance.read', 'finance.write']);
  await openAccountPage(page);
  let attempts = 0;
  const { base_url } = rig.stack.local.urls;
  await page.route(`${base_url}/api/accounts/*/status-transitions`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to freeze' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask to freeze' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('card reported stolen');
  await dialog.getByRole('button', { name: 'Ask to freeze' }).click();
  await page.getByText('waits for approval by another operator').waitFor();

  expect(attempts).toBe(2);
  expect(await countRequests(accountId)).toBe(1);
  await context.close();
});

inBrowser('keeps what was typed while the sign-in is renewed in a window', async () => {
  const { context, page } = await rig.signIn('maker-two', ['finance.read', 'finance.write']);
  await openAccountPage(page, 'Grace Hopper');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to freeze' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('letter returned');
  await endSignIn(rig, page);
  await dialog.getByRole('button', { name: 'Ask to freeze' }).click();
  await dialog.getByText('What you typed is kept.').waitFor();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await opened;
  await page.getByText('waits for approval by another operator').waitFor();

  expect(await countRequests(otherId)).toBe(1);
  await context.close();
});

inBrowser.each([
  ['a desk', DESK, 'light'],
  ['a desk', DESK, 'dark'],
  // What is left of it at 200 %.
  ['a desk enlarged twice', { width: 640, height: 450 }, 'light'],
  ['a phone', PHONE, 'light'],
  ['a phone', PHONE, 'dark'],
] as const)('is accessible and fits on %s (%o, %s)', async (name, viewport, colorScheme) => {
  const { context, page, errors } = await rig.openWindow();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const check = async (state: string) => {
    await expectAccessible(page);
    expect(await measureOverflow(page)).toBe(0);
    await saveScreenshot(page, `console-${state}-${name.replace('a ', '')}-${colorScheme}`);
  };
  await page.goto(CONSOLE_ORIGIN);
  await page.getByRole('heading', { name: 'Sign in to Countinghouse' }).waitFor();
  await check('signed-out');
  await signInAs(page, MAKER);
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.goto(`${CONSOLE_ORIGIN}/accounts`);
  await page.getByRole('link', { name: NAME }).waitFor();
  await check('accounts');
  await openAccountPage(page);
  await page.getByText('1,250.01').last().waitFor();
  await check('account');
  await page.goto(`${CONSOLE_ORIGIN}/accounts/acc_none`);
  await page.getByText('Correlation id').waitFor();
  await check('failed');
  await page.goto(`${CONSOLE_ORIGIN}/nowhere`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await check('no-page');

  expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
  await context.close();
});
