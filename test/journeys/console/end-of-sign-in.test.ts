// What the console keeps, and what is gone: where a sign-in ends, and where a page is left.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { follow } from '../../support/console/configuration-steps.ts';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import type { PostingLedger } from '../../support/console/posting-ledger.ts';
import { close, openSignInWindow, refuseToLeave } from '../../support/console/posting-steps.ts';
import { hasBrowser, inBrowser } from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import type { PageVisit } from '../../support/stack/visit.ts';

let rig: ConsoleRig;
let ledger: PostingLedger;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  ledger = openPostingLedger(rig);
});
afterAll(() => rig?.stop());

/** Ends the sign-in at the next reading of this path, which the page repeats by itself. */
async function endSignInAt(path: string, { context, page }: PageVisit): Promise<void> {
  const { auth_url, base_url } = rig.stack.local.urls;
  const refused = { status: 401, headers: { 'Access-Control-Allow-Origin': CONSOLE_ORIGIN } };
  const invalid = { ...refused, status: 400, json: { error: 'invalid_grant' } };
  await context.route(`${auth_url}/token`, (route) => route.fulfill(invalid), { times: 1 });
  await page.route(`${base_url}${path}`, (route) => route.fulfill(refused), { times: 1 });
}

async function askToFreeze(account: string): Promise<string> {
  const body = { transition: 'FREEZE', reason: 'letter returned' };
  const path = `/api/accounts/${account}/status-transitions`;
  const asked = await rig.stack.post(path, body, { token: rig.token });
  expect(asked.status).toBe(201);
  return asked.body.id;
}

inBrowser('signing out ends all tabs at once, and what was typed in them', async () => {
  const visit = await rig.signIn('leaving', ['finance.read', 'configuration.write']);
  const { context, page } = visit;
  const other = await context.newPage();
  await other.goto(`${CONSOLE_ORIGIN}/config/products?form=new`);
  await other.getByRole('textbox', { name: 'Type' }).fill('SAVINGS');
  await other.getByText('It is not sent yet.').waitFor();
  const answered = Promise.withResolvers<void>();
  await context.route(`${rig.stack.local.urls.auth_url}/token/revocation`, async (route) => {
    await answered.promise;
    return route.fallback();
  });
  await page.getByRole('button', { name: 'leaving@aurora' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  // While the service takes its time, what a page reads again would sign it in again.
  for (const tab of [page, other]) await tab.getByText('You are not signed in.').waitFor();
  expect(await other.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('SAVINGS');
  answered.resolve();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Countinghouse' }).waitFor();
  await close(visit);
});

inBrowser('a draft for which the tab has no room is not left without a question', async () => {
  const visit = await rig.signIn('drafting', ['finance.read', 'configuration.write']);
  const { page } = visit;
  const type = page.getByRole('textbox', { name: 'Type' });
  await page.goto(`${CONSOLE_ORIGIN}/config/products?form=new`);
  await type.fill('SAVINGS');
  await page.getByText('It is not sent yet.').waitFor();
  // As if another form had a very long draft.
  await page.evaluate(`
    const drafts = JSON.parse(sessionStorage.getItem('countinghouse.drafts'));
    drafts.byForm.schema = { input: 'x'.repeat(1_999_000 - JSON.stringify(drafts).length) };
    sessionStorage.setItem('countinghouse.drafts', JSON.stringify(drafts));
  `);
  await type.fill('SAVINGS '.repeat(200).trim());
  await page.getByText('This browser has no room for your drafts.').waitFor();
  await expectAccessible(page);
  expect(await refuseToLeave(page, 'Journal')).toMatch(/^What you typed is lost/);
  expect(await type.inputValue()).toMatch(/^SAVINGS SAVINGS/);
  await type.fill('CURRENT');
  await page.getByText('This browser has no room for your drafts.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('It is not sent yet.').waitFor();
  expect(await type.inputValue()).toBe('CURRENT');
  await close(visit);
});

inBrowser('many decisions that are asked for wait while the sign-in is renewed', async () => {
  for (const name of ['Bulk One', 'Bulk Two']) {
    await askToFreeze(await ledger.openAccount(name));
  }
  const visit = await rig.signIn('checker', ['finance.read', 'finance.approve']);
  const { page } = visit;
  for (const name of ['Bulk One', 'Bulk Two']) {
    const label = `Select Freeze the account: ${name}`;
    await page.getByRole('checkbox', { name: label }).check({ force: true });
  }
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('seen on paper');
  await endSignInAt('/api/requests/counts', visit);
  await openSignInWindow(page);
  await dialog.getByText('What you typed is kept.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('2 of 2 done, 0 failed.').waitFor();

  const { items } = await ledger.read('/api/account-lifecycle-requests?status=APPLIED');
  expect(items.map((each: { decision_reason?: string }) => each.decision_reason)).toEqual(
    Array(2).fill('seen on paper'),
  );
  await close(visit);
});

inBrowser('what is selected stays while other requests and pages are looked at', async () => {
  const accounts = [await ledger.openAccount('Kept One'), await ledger.openAccount('Kept Two')];
  const asked = await Promise.all(accounts.map(askToFreeze));
  const visit = await rig.signIn('selecting', ['finance.read', 'finance.approve']);
  const { page } = visit;
  const approve = (count: number) =>
    page.getByRole('button', { name: `Approve ${count}`, exact: true });
  const box = (name: string) =>
    page.getByRole('checkbox', { name: `Select Freeze the account: ${name}`, exact: true });
  await box('Kept One').check({ force: true });
  await box('Kept Two').check({ force: true });
  await approve(2).waitFor();
  await follow(page, `/inbox?subject=${accounts[1]}`);
  await box('Kept One').waitFor({ state: 'detached' });
  await approve(1).waitFor();
  await box('Kept Two').uncheck({ force: true });
  await approve(0).waitFor();
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await follow(page, '/inbox');
  await approve(1).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Freeze the account: Kept Two' }).click();
  await page.getByRole('link', { name: 'All requests' }).click();
  await approve(1).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('1 of 1 done, 0 failed.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await approve(0).waitFor();

  const reads = asked.map((id) => ledger.read(`/api/account-lifecycle-requests/${id}`));
  const decided = await Promise.all(reads);
  expect(decided.map(({ status }) => status)).toEqual(['APPLIED', 'PENDING_APPROVAL']);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await close(visit);
});

inBrowser('an import that waits for its approval offers to sign in', async () => {
  await ledger.control('submitLegacyImport');
  const visit = await rig.signIn('importer', ['compliance.operate', 'finance.read']);
  const { page } = visit;
  const rows = 'Ada,cus-1,current,EUR\n'.repeat(6_000);
  await page.goto(`${CONSOLE_ORIGIN}/batches/import`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'kept.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,customer_id,product_id,currency\n${rows}`),
  });
  await page.getByRole('button', { name: 'The records are' }).click();
  await page.getByRole('option', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The file is not sent yet.').waitFor();
  await endSignInAt('/api/change-requests/*', visit);
  await openSignInWindow(page);

  const { items } = await ledger.read('/api/change-requests?status=PENDING_APPROVAL');
  await ledger.approve(String(items[0].id));
  await page.getByRole('heading', { level: 1, name: 'kept.csv' }).waitFor();
  await close(visit);
});
