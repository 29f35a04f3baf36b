// The statement of an account in the console, and what an operator does from it, on the real stack.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildCreditBody, buildDebitBody } from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { approveInInbox, setControls } from '../../support/console/decisions.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import { close, fillFromTemplate, findPost } from '../../support/console/posting-steps.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';

/** More than a page of a statement, and than a sheet of paper. */
const ENTRIES = 60;
/** For the page, where there is a document. */
const READ_HEADING_DISPLAY =
  "getComputedStyle(document.querySelector('.statement-sheet thead')).display";

let rig: ConsoleRig;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
});
afterAll(() => rig?.stop());

async function openAccount(name: string, customer_id: string): Promise<string> {
  const body = { name, customer_id, product_id: 'current-account', currency: 'EUR' };
  return (await rig.stack.post('/api/accounts', body, { token: rig.token })).body.id;
}

/** Pays 1.00 into the account so many times. */
async function postCredits(account: string, count: number): Promise<void> {
  for (let posted = 0; posted < count; posted += 1) {
    const body = buildCreditBody(account, '1.00');
    const answer = await rig.stack.post('/api/journal-entries', body, { token: rig.token });
    expect(answer.status).toBe(201);
  }
}

inBrowser('shows, saves and prints the whole statement, newest first', async () => {
  const statedId = await openAccount('Katherine Johnson', 'cus-3');
  await postCredits(statedId, ENTRIES);
  const { context, page } = await rig.signIn('teller', ['finance.read', 'finance.write']);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${statedId}`);
  await page.getByText('50 shown, there are more').waitFor();
  await page.getByText('Shown when all entries are read').first().waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText(`${ENTRIES} shown`).waitFor();
  expect(await page.getByText(`${ENTRIES}.00\u00a0EUR`).count()).toBeGreaterThanOrEqual(2);
  const newest = page.getByRole('row').nth(1);
  expect(await newest.innerText()).toContain(`${ENTRIES}.00`);

  await expectAccessible(page);
  await saveScreenshot(page, 'console-statement');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const rows = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows).toHaveLength(ENTRIES + 3);
  expect(rows.at(-1)).toBe(',Opening balance,,,,0.00,EUR,');

  await page.evaluate('window.print = () => undefined');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('.statement-sheet').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.statement-sheet tbody tr').count()).toBe(ENTRIES + 2);
  expect(await page.locator('#top-bar').isVisible()).toBe(false);
  expect(await page.evaluate(READ_HEADING_DISPLAY)).toBe('table-header-group');
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheets.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  await page.locator('.statement-sheet').waitFor({ state: 'detached' });

  await page.getByLabel('Up to').fill('2001-02-28');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Nothing has been posted on this account in the period.').waitFor();
  await page.getByText('Closing balance, Feb 28, 2001').waitFor();
  expect(new URL(page.url()).search).toBe('?to=2001-02-28');
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${statedId}`);
  await page.getByText('50 shown, there are more').waitFor();
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, 'console-statement-phone-dark');
  await context.close();
});

inBrowser('opens an account once, and asks to reverse an entry from its row', async () => {
  const { context, page } = await rig.signIn('opener', ['finance.read', 'finance.write']);
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('link', { name: 'Open an account' }).click();
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('Enter the id of the customer.').first().waitFor();
  await expectAccessible(page);
  let attempts = 0;
  await page.route(`${rig.stack.local.urls.base_url}/api/accounts`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('Name').fill('Mary Jackson');
  await page.getByLabel('Customer id').fill('cus-4');
  await page.getByLabel('Product').fill('current-account');
  await page.getByLabel('Currency').fill('eur');
  await page.getByLabel('External id').fill('core-4');
  await page.getByRole('button', { name: 'Add a pair' }).click();
  await page.getByLabel('Value').fill('Lisbon 4');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('Enter a key of at most 64').first().waitFor();
  await page.getByLabel('Key').fill('branch');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('The account is open').waitFor();
  expect(attempts).toBe(2);
  await page.getByRole('link', { name: 'Show the account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mary Jackson' }).waitFor();
  const { body: all } = await rig.stack.get('/api/accounts', { token: rig.token });
  const opened = all.filter(({ name }: { readonly name: string }) => name === 'Mary Jackson');
  expect(opened.map(({ id }: { readonly id: string }) => id)).toEqual([
    page.url().split('/').at(-1),
  ]);
  expect(opened).toMatchObject([{ external_id: 'core-4', metadata: { branch: 'Lisbon 4' } }]);
  await changeMetadata(page);
  const { body: changed } = await rig.stack.get(`/api/accounts/${opened[0].id}`, {
    token: rig.token,
  });
  expect(changed).toMatchObject({ metadata: { branch: 'Porto 1', tier: '' }, metadata_version: 2 });

  const reversedId = await openAccount('Grace Hopper', 'cus-2');
  await postCredits(reversedId, 1);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${reversedId}`);
  await page.getByRole('button', { name: /^More for the entry of/ }).click();
  await page.getByRole('menuitem', { name: 'Ask to reverse' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('wrong payee');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to reverse' }).click();
  await page.getByText('Your request waits for approval').waitFor();
  const path = '/api/financial-adjustment-requests?status=PENDING_APPROVAL';
  const { items } = (await rig.stack.get(path, { token: rig.token })).body;
  expect(items).toHaveLength(1);
  await context.close();
});

/** Replaces what is kept of the account that is shown. */
async function changeMetadata(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the metadata' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('Porto 1');
  await dialog.getByRole('button', { name: 'Add a pair' }).click();
  await dialog.getByLabel('Key').last().fill('branch');
  await dialog.getByRole('button', { name: 'Save the metadata' }).click();
  await dialog.getByText('Enter each key once.').first().waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Key').last().fill('tier');
  await dialog.getByRole('button', { name: 'Save the metadata' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Porto 1').waitFor();
}

inBrowser('fills an entry in from a template, and posts it', async () => {
  const ledger = openPostingLedger(rig);
  const landlordId = await ledger.openAccount('Sophie Germain');
  await ledger.keepTemplate('Rent of the branch', landlordId);
  const { context, page } = await rig.signIn('poster', ['finance.read', 'finance.write']);
  await fillFromTemplate(page, 'Rent of the branch', '31.40');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review' }).click();
  await findPost(page).click();
  await page.getByText('The entry was posted once.').waitFor();

  expect(await ledger.readStatement(landlordId)).toMatchObject([
    { amount: '31.40', direction: 'CREDIT', reference: 'Rent of the branch' },
  ]);
  await close({ context });
});

inBrowser('what a maker asks of an account takes effect once a checker approves', async () => {
  await setControls(rig, [{ operation: 'createAccount', when: 'request.customer_id == "cus-9"' }]);
  const maker = await rig.signIn('asker', ['finance.read', 'finance.write']);
  const checker = await rig.signIn('decider', ['finance.read', 'finance.approve']);
  const { page } = maker;
  await page.goto(`${CONSOLE_ORIGIN}/accounts/new`);
  await page.getByLabel('Name').fill('Emmy Noether');
  await page.getByLabel('Customer id').fill('cus-9');
  await page.getByLabel('Product').fill('current-account');
  await page.getByLabel('Currency').fill('EUR');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('The account is opened once another operator approves.').waitFor();
  await expectAccessible(page);
  expect(await listAccounts('cus-9')).toEqual([]);
  await approveInInbox(checker.page, await readNewestRequest('CHANGE'));
  const [held] = await listAccounts('cus-9');
  expect(held).toMatchObject({ name: 'Emmy Noether', status: 'ACTIVE' });

  // A correction from the row of the statement.
  await postCredits(held.id, 1);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${held.id}`);
  await page.getByRole('button', { name: /^More for the entry of/ }).click();
  await page.getByRole('menuitem', { name: 'Ask to correct' }).click();
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Debit').fill('3.00');
  await page.getByRole('group', { name: 'Line 2' }).getByLabel('Credit').fill('3.00');
  await page.getByLabel('Amount').fill('3.00');
  await page.getByRole('row', { name: /Emmy Noether 1\.00.EUR 3\.00.EUR/ }).waitFor();
  await page.getByLabel('Reason').fill('three, not one');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Ask to correct' }).click();
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
  await approveInInbox(checker.page, await readNewestRequest('FINANCIAL_ADJUSTMENT'));
  expect((await rig.read(`/api/accounts/${held.id}/balance`)).balance).toBe('3.00');

  // Closing takes a balance of zero.
  const back = { token: rig.token };
  const emptied = await rig.stack.post(
    '/api/journal-entries',
    buildDebitBody(held.id, '3.00'),
    back,
  );
  expect(emptied.status).toBe(201);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${held.id}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to close' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('moved away');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to close' }).click();
  await page.getByText('A request to close this account waits for a decision.').waitFor();
  await approveInInbox(checker.page, await readNewestRequest('ACCOUNT_LIFECYCLE'));
  await page.reload();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  expect((await rig.read(`/api/accounts/${held.id}`)).status).toBe('CLOSED');
  for (const { context } of [maker, checker]) await close({ context });
});

// Of all accounts: the list of one customer's lags behind.
async function listAccounts(customer: string) {
  const accounts = await rig.read('/api/accounts');
  return accounts.filter((account: { customer_id: string }) => account.customer_id === customer);
}

async function readNewestRequest(kind: string): Promise<string> {
  const { items } = await rig.read(`/api/requests?status=PENDING_APPROVAL&kind=${kind}`);
  return items[0].id;
}
