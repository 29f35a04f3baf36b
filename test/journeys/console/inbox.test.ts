// The inbox in a browser: makers ask over the API, checkers decide in the console, and the API says what holds.
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { hasBrowser, inBrowser, measureOverflow } from '../../support/stack/browser.ts';

const CHECKER = ['finance.read', 'finance.approve'] as const;
const OPERATOR = ['finance.read', 'finance.write', 'finance.approve'] as const;

let rig: ConsoleRig;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
});
afterAll(() => rig?.stop());

async function openAccount(name: string): Promise<string> {
  const body = { name, customer_id: 'cus-1', product_id: 'current-account', currency: 'EUR' };
  return (await rig.stack.post('/api/accounts', body, { token: rig.token })).body.id;
}

const askFor = (transition: string, account: string, reason = 'letter returned') =>
  rig.post(`/api/accounts/${account}/status-transitions`, { transition, reason });

async function askToReverse(account: string, amount: string): Promise<string> {
  const entry = await rig.post('/api/journal-entries', buildCreditBody(account, amount));
  const target = { target_type: 'JOURNAL_ENTRY', target_id: entry.id };
  const body = { ...target, adjustment_type: 'REVERSAL', reason: 'wrong payee' };
  return (await rig.post('/api/financial-adjustment-requests', body)).id;
}

async function openRequest(page: Page, id: string): Promise<void> {
  await page.goto(`${CONSOLE_ORIGIN}/inbox/${id}`);
  await page.getByText('letter returned').or(page.getByText('wrong payee')).first().waitFor();
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
}

inBrowser('a checker decides the request that is open on arrival by two clicks', async () => {
  const account = await openAccount('Ada Lovelace');
  const id = await askToReverse(account, '1250.00');
  const { context, page, errors } = await rig.signIn('checker-one', CHECKER);
  const panel = page.locator('.inbox-split > div').last();

  await panel.getByRole('heading', { name: /Reverse the entry/ }).waitFor();
  await panel
    .getByRole('row', { name: /Ada Lovelace.*1,250\.00.*0\.00/ })
    .first()
    .waitFor();
  await panel.getByText('This always takes two operators.').waitFor();
  await expectAccessible(page);
  let attempts = 0;
  const { base_url } = rig.stack.local.urls;
  await page.route(`${base_url}/api/financial-adjustment-requests/*/approve`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Ada Lovelace: balance after 0\.00/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText(/^Approved: Reverse the entry/).waitFor();

  expect(attempts).toBe(2);
  const { status, reversal_journal_entry_id } = await rig.read(
    `/api/financial-adjustment-requests/${id}`,
  );
  expect([status, typeof reversal_journal_entry_id]).toEqual(['APPLIED', 'string']);
  const { items } = await rig.read(`/api/accounts/${account}/statement`);
  expect(items).toHaveLength(2);
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

inBrowser('a rejection needs a reason, and shows what was asked for', async () => {
  const account = await openAccount('Grace Hopper');
  const { id } = await askFor('FREEZE', account);
  const { context, page } = await rig.signIn('checker-two', CHECKER);
  await openRequest(page, id);

  await page.getByRole('row', { name: /\/status.*ACTIVE.*FROZEN/ }).waitFor();
  await page.getByRole('button', { name: 'What was asked for' }).click();
  await page.getByRole('row', { name: new RegExp(`/account_id ${account}`) }).waitFor();
  await page.getByRole('row', { name: '/transition FREEZE' }).waitFor();
  await page.getByRole('button', { name: 'Reject…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Reason').fill('no letter on file');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected: Freeze the account: Grace Hopper.').first().waitFor();

  const { status, decision_reason } = await rig.read(`/api/account-lifecycle-requests/${id}`);
  expect([status, decision_reason]).toEqual(['REJECTED', 'no letter on file']);
  await context.close();
});

inBrowser('a dialog takes the focus to its field, and gives it back', async () => {
  const { id } = await askFor('FREEZE', await openAccount('Focus'));
  const { context, page } = await rig.signIn('typist', CHECKER);
  await openRequest(page, id);
  const reject = page.getByRole('button', { name: 'Reject…', exact: true });
  await reject.click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Reject…' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Reject…' }).waitFor();
  await context.close();
});

inBrowser('of two checkers, the second reads who has decided', async () => {
  const { id } = await askFor('FREEZE', await openAccount('Alan Turing'));
  const first = await rig.signIn('winner', CHECKER);
  const second = await rig.signIn('loser', CHECKER);
  await openRequest(first.page, id);
  await openRequest(second.page, id);
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await approve(first.page);
  await first.page.getByText(/^Approved: Freeze the account/).waitFor();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();

  await second.page
    .getByText(/winner@aurora approved this .* ago\. Your decision was not recorded\./)
    .waitFor();
  expect((await rig.read(`/api/account-lifecycle-requests/${id}`)).status).toBe('APPLIED');
  await Promise.all([first.context.close(), second.context.close()]);
});

inBrowser('an approval of what has become impossible says why, and posts nothing', async () => {
  const account = await openAccount('Edsger Dijkstra');
  const { id } = await askFor('CLOSE', account);
  const { context, page } = await rig.signIn('checker-three', CHECKER);
  await openRequest(page, id);
  await rig.post('/api/journal-entries', buildCreditBody(account, '5.00'));
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('An approval would now fail').waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText(/^Approved, but not applied: .* Nothing was posted\.$/).waitFor();

  expect((await rig.read(`/api/account-lifecycle-requests/${id}`)).status).toBe('FAILED');
  await context.close();
});

inBrowser('makers can only withdraw their own requests', async () => {
  const account = await openAccount('Barbara Liskov');
  const { context, page } = await rig.signIn('both', OPERATOR);
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${account}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask to freeze' }).click();
  await page.getByLabel('Reason').fill('letter returned');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to freeze' }).click();
  await page.getByText('waits for approval by another operator').waitFor();
  await page.goto(`${CONSOLE_ORIGIN}/inbox?view=mine`);
  await page.getByRole('link', { name: 'Freeze the account: Barbara Liskov' }).click();
  await page.getByRole('button', { name: 'Withdraw…' }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Reject…' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Withdrawn: Freeze the account: Barbara Liskov.').first().waitFor();

  const { items } = await rig.read(`/api/account-lifecycle-requests?account_id=${account}`);
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['REJECTED']);
  await context.close();
});

inBrowser('filters are in the address, and a phone shows one request as a page', async () => {
  const { id } = await askFor('FREEZE', await openAccount('Donald Knuth'));
  const { context, page } = await rig.signIn('phone', CHECKER);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/inbox?kind=FINANCIAL_ADJUSTMENT&status=PENDING_APPROVAL`);
  await page.getByText('No request matches.').waitFor();
  await page.goto(`${CONSOLE_ORIGIN}/inbox?kind=ACCOUNT_LIFECYCLE`);
  await page.getByRole('link', { name: 'Freeze the account: Donald Knuth' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Freeze the account: Donald Knuth' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.getByRole('row', { name: /ACTIVE.*FROZEN/ }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/inbox/${id}?kind=ACCOUNT_LIFECYCLE`);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All requests' }).click();
  await page.getByRole('link', { name: 'Freeze the account: Donald Knuth' }).waitFor();
  await openRequest(page, await askToReverse(await openAccount('D. Knuth'), '9876543210.00'));
  await page
    .getByRole('row', { name: /D\. Knuth.*9,876,543,210\.00/ })
    .first()
    .waitFor();
  expect(await measureOverflow(page)).toBe(0);
  await context.close();
});

inBrowser('another view opens no request that its list does not have', async () => {
  await askFor('FREEZE', await openAccount('Edsger Dijkstra'));
  const { context, page } = await rig.signIn('switcher', OPERATOR);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Age' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Mine/ }).click();
  await page.getByText('You have not made a request yet.').waitFor();
  await page.getByRole('columnheader', { name: 'Status' }).waitFor();

  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await context.close();
});

inBrowser('of twenty approvals at once one fails, and it alone is explained', async () => {
  const ids: string[] = [];
  const accounts: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const account = await openAccount(`Bulk ${index}`);
    accounts.push(account);
    ids.push((await askFor('CLOSE', account)).id);
  }
  await rig.post('/api/journal-entries', buildCreditBody(accounts[7] ?? '', '5.00'));
  const { context, page } = await rig.signIn('bulk-checker', CHECKER);
  await page.getByRole('checkbox', { name: 'Select Close the account: Bulk 19' }).waitFor();
  for (let index = 0; index < 20; index += 1) {
    const name = `Select Close the account: Bulk ${index}`;
    await page.getByRole('checkbox', { name, exact: true }).check({ force: true });
  }
  await page.getByRole('button', { name: 'Approve 20' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('20 requests of 1 maker.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('19 of 20 done, 1 failed.').waitFor();
  await dialog.getByRole('row', { name: /Bulk 7 .*not applied: .* Nothing was posted/ }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('link', { name: /Bulk/ }).first().waitFor({ state: 'detached' });

  const requests = await Promise.all(
    ids.map((id) => rig.read(`/api/account-lifecycle-requests/${id}`)),
  );
  const failed = requests.filter(({ status }) => status === 'FAILED').map(({ id }) => id);
  expect(failed).toEqual([ids[7]]);
  expect(requests.filter(({ status }) => status === 'APPLIED')).toHaveLength(19);
  await context.close();
});

inBrowser(
  'requests are opened, selected and decided by keys, which can be switched off',
  async () => {
    const first = await askFor('FREEZE', await openAccount('Key One'));
    const second = await askFor('FREEZE', await openAccount('Key Two'));
    const { context, page } = await rig.signIn('key-checker', CHECKER);
    await page.goto(`${CONSOLE_ORIGIN}/inbox?order=asc&kind=ACCOUNT_LIFECYCLE`);
    await page.getByRole('link', { name: 'Freeze the account: Key One' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`${CONSOLE_ORIGIN}/inbox/${second.id}?*`);
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Approve 1', exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.waitForURL(`${CONSOLE_ORIGIN}/inbox/${first.id}?*`);
    await page.getByRole('heading', { level: 2, name: /Key One/ }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved: Freeze the account: Key One.').first().waitFor();
    await page.waitForURL(`${CONSOLE_ORIGIN}/inbox/${second.id}?*`);
    await page.locator(`[data-request="${second.id}"] a:focus`).waitFor();

    // The letter after a `g` is not the key that approves.
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: 'Freeze the account: Key Two' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Use single keys').click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Freeze the account: Key Two' }).focus();
    await page.keyboard.press('r');
    expect(await page.getByText('Reject this request').count()).toBe(0);
    expect((await rig.read(`/api/account-lifecycle-requests/${first.id}`)).status).toBe('APPLIED');
    await context.close();
  },
);
