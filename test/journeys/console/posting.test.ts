// Operators who post in the console and follow an entry in the journal: once, whatever happens to the answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import type { PostingLedger } from '../../support/console/posting-ledger.ts';
import {
  close,
  endSignIn,
  fillTransfer,
  fillLine,
  findPost,
  openSignInWindow,
  refusePreview,
  refuseToLeave,
  reviewTransfer,
  slowReads,
} from '../../support/console/posting-steps.ts';
import { SETTLED_MS } from '../../support/evidence/deployed-sealing.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { hasBrowser, inBrowser, measureOverflow } from '../../support/stack/browser.ts';

const PHONE = { width: 390, height: 844 };
const POSTER = ['finance.read', 'finance.write'] as const;

let rig: ConsoleRig;
let ledger: PostingLedger;
let payerId: string;
let receiverId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  ledger = openPostingLedger(rig);
  payerId = await ledger.openAccount('Ada Lovelace', { funds: '1250.00' });
  receiverId = await ledger.openAccount('Grace Hopper');
  await ledger.control('postJournalEntry', 'amount > 1300.00');
});
afterAll(() => rig?.stop());

const countReferences = (reference: string) => ledger.countReferences(receiverId, reference);

inBrowser('posts a transfer once, though its answer is cut off after the commit', async () => {
  const { context, page, errors } = await rig.signIn('poster-cut', POSTER);
  await page.goto(`${CONSOLE_ORIGIN}/post/transfer`);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Choose an account.').first().waitFor();
  await expectAccessible(page);
  await slowReads(page);
  await reviewTransfer(page, 'rent-1');
  await page.getByRole('row', { name: /Ada Lovelace.*1,250\.00.*1,239\.95/ }).waitFor();
  await expectAccessible(page);
  let attempts = 0;
  await page.route(`${rig.stack.local.urls.base_url}/api/journal-entries`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await findPost(page).click();
  await page.getByText('The entry was posted once.').waitFor();

  expect(attempts).toBe(2);
  expect(await countReferences('rent-1')).toBe(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the entry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Journal entry' }).waitFor();
  await page.getByRole('row', { name: /Total.*10\.05.*10\.05/ }).waitFor();
  await page.getByText('this entry').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  // The answer that was cut off, and the product of the accounts, which was never published.
  expect(errors.filter((error) => !/ERR_FAILED|404/.test(error))).toEqual([]);
  await close({ context });
});

inBrowser('locks the form while the outcome is unknown, until the service answers', async () => {
  const { context, page } = await rig.signIn('poster-unknown', POSTER);
  await reviewTransfer(page, 'rent-2');
  await page.route(`${rig.stack.local.urls.base_url}/api/journal-entries`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.abort();
  });
  await findPost(page).click();
  await page.getByText('We do not know yet whether this took effect').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await expectAccessible(page);

  const question = await refuseToLeave(page, 'Journal');
  expect(question).toContain('We do not know yet whether this was posted.');
  expect(await countReferences('rent-2')).toBe(0);
  await page.unroute(`${rig.stack.local.urls.base_url}/api/journal-entries`);
  await page.getByText('The entry was posted once.').waitFor();
  expect(await countReferences('rent-2')).toBe(1);
  await close({ context });
});

inBrowser('asks before a new account is left whose outcome is unknown', async () => {
  const { context, page } = await rig.signIn('opener-unknown', POSTER);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/new`);
  await page.getByLabel('Name').fill('Alan Turing');
  await page.getByLabel('Customer id').fill('cus-1');
  await page.getByLabel('Product').fill('current-account');
  await page.getByLabel('Currency').fill('EUR');
  await page.route(`${rig.stack.local.urls.base_url}/api/accounts`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('We do not know yet whether this took effect').waitFor();

  const question = await refuseToLeave(page, 'Journal');
  expect(question).toContain('We do not know yet whether the account was opened.');
  await close({ context });
});

inBrowser('finds what became of a request after the page was loaded again', async () => {
  const { context, page } = await rig.signIn('poster-reloaded', POSTER);
  await reviewTransfer(page, 'rent-5');
  let attempts = 0;
  await page.route(`${rig.stack.local.urls.base_url}/api/journal-entries`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts === 1) await route.fetch();
    return route.abort();
  });
  await findPost(page).click();
  await page.getByText('No answer yet.').waitFor();
  const kept = await page.evaluate('JSON.stringify({ ...sessionStorage })');
  expect(kept).not.toContain('rent-5');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('It took effect once.').waitFor();

  await expectAccessible(page);
  expect(await countReferences('rent-5')).toBe(1);
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.getByRole('row', { name: /Total.*10\.05.*10\.05/ }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('It took effect once.').waitFor({ state: 'detached' });
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
  await close({ context });
});

inBrowser('previews fees, balances and refusals, and marks what the API refuses', async () => {
  await ledger.chargeDebits('charged');
  await ledger.openAccount('Alan Turing', { product: 'charged', funds: '100.00' });
  const { context, page } = await rig.signIn('poster-fees', POSTER);
  await fillTransfer(page, { from: 'Alan', amount: '99.00', reference: 'rent-6' });
  await page.getByText('It would be posted.').waitFor();
  await page.getByText(/Fee: 0\.25\sEUR from Alan Turing/).waitFor();
  await page.getByRole('row', { name: /Alan Turing.*100\.00.*0\.75/ }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  expect(await measureOverflow(page)).toBe(0);
  await page.getByLabel('Amount').fill('100.00');
  await page.getByText('It would be refused').waitFor();
  await page.getByText(/holds.*less than/).waitFor();
  await page.getByLabel('Amount').fill('99.00');
  await page.getByLabel('Description').fill('x'.repeat(501));
  await page.getByText('This must NOT have more than 500 characters.').first().waitFor();
  await expectAccessible(page);
  expect(await countReferences('rent-6')).toBe(0);
  await page.getByRole('button', { name: 'Review' }).click();
  await findPost(page).click();
  await page.getByText('This must NOT have more than 500 characters.').first().waitFor();
  await refusePreview(rig, page, 'No preview now.');
  await page.getByLabel('Description').fill('Rent');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('No preview now.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('It would be posted.').waitFor();
  expect(await countReferences('rent-6')).toBe(0);
  await findPost(page).click();
  await page.getByText('The entry was posted once.').waitFor();

  expect(await countReferences('rent-6')).toBe(1);
  await close({ context });
});

inBrowser('keeps the form while its sign-in is renewed, and posts it once', async () => {
  const { context, page } = await rig.signIn('poster-renewed', POSTER);
  await reviewTransfer(page, 'rent-3');
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor();
  await endSignIn(rig, page);
  await findPost(page).click();
  await openSignInWindow(page);
  await page.getByText('The entry was posted once.').waitFor();

  expect(await countReferences('rent-3')).toBe(1);
  await close({ context });
});

inBrowser('finds an entry by its code, and asks for its reversal', async () => {
  const { context, page } = await rig.signIn('poster-journal', POSTER);
  await page.getByRole('link', { name: 'Journal' }).click();
  await page.getByRole('row', { name: /1,250\.00/ }).waitFor();
  await expectAccessible(page);
  await page.goto(`${CONSOLE_ORIGIN}/journal?account_code=1000&from=2026-02-30`);
  await page.getByText('They were left out: from').waitFor();
  await page
    .getByRole('row', { name: /1,250\.00/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to reverse' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('paid in twice');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask to reverse' }).click();
  await page.getByText('A reversal of this entry waits for approval.').waitFor();

  const path = '/api/financial-adjustment-requests?status=PENDING_APPROVAL';
  const { items } = await ledger.read(path);
  expect(items).toMatchObject([{ adjustment_type: 'REVERSAL', reason: 'paid in twice' }]);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to correct' }).click();
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Debit').fill('1,251.00');
  await page.getByText('The debits exceed the credits by 1.00.').waitFor();
  await expectAccessible(page);
  await page.getByRole('group', { name: 'Line 2' }).getByLabel('Credit').fill('1251');
  await page.getByText('Balanced.').waitFor();
  await page.getByLabel('Amount').fill('1,251.00');
  await page.getByText('What the approval of this would post now').waitFor();
  await page.getByRole('row', { name: /Ada Lovelace 1,2\d\d\.\d\d.EUR 1,2\d\d/ }).waitFor();
  await page.getByText(/Journal entry to post \(CORRECTION, /).waitFor();
  await page.getByLabel('Reason').fill('one more');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Both entries would be posted.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask to correct' }).click();
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
  const { items: both } = await ledger.read(path);
  expect(both).toContainEqual(
    expect.objectContaining({ adjustment_type: 'CORRECTION', reason: 'one more' }),
  );
  await close({ context });
});

inBrowser('waits for approval where a control asks for it', async () => {
  const { context, page } = await rig.signIn('poster-caught', POSTER);
  await page.goto(`${CONSOLE_ORIGIN}/post/entry`);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Enter the code of a ledger account.').first().waitFor();
  expect(await page.getByText('Balanced.').count()).toBe(0);
  await expectAccessible(page);
  await fillLine(page, 'Line 1', { code: '1000', side: 'Debit' });
  await fillLine(page, 'Line 2', { code: '1000', side: 'Credit' });
  await page.getByText('Balanced.').waitFor();
  await page.setViewportSize(PHONE);
  expect(await measureOverflow(page)).toBe(0);
  await page.getByText('A control asks for approval. Its condition: amount > 1300.00').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await findPost(page).click();
  await page.getByText('Another operator must approve before this takes effect.').waitFor();
  const path = '/api/change-requests?status=PENDING_APPROVAL';
  const { items } = await ledger.read(path);
  expect(items).toHaveLength(1);
  const link = page.getByRole('link', { name: 'Open the request' });
  expect(await link.getAttribute('href')).toBe(`/inbox/${items[0].id}`);
  await close({ context });
});

inBrowser('proves an entry to an auditor, and refuses a proof with one byte changed', async () => {
  const [{ journal_entry_id: entryId }] = await ledger.readStatement(payerId);
  await sleep(SETTLED_MS);
  await rig.stack.local.functions.invoke('test-seal-receipts', {});
  const { context, page } = await rig.signIn('auditor', ['audit.read']);
  await page.goto(`${CONSOLE_ORIGIN}/journal/${entryId}`);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  expect((await downloaded).suggestedFilename()).toBe(`${entryId}.tlog-proof`);
  await page.getByRole('button', { name: 'Verify here' }).click();
  await page.getByText('What this page shows of the entry is what the receipt states.').waitFor();
  await expectAccessible(page);

  await page.route('**/api/evidence/proofs/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(\nindex \d+\n)(.)/,
      (_all, index, first) => `${index}${first === 'A' ? 'B' : 'A'}`,
    );
    return route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Verify here' }).click();
  await page.getByText('The receipt is not in the log of this checkpoint.').waitFor();
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  await close({ context });
});
