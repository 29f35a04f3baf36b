// The general ledger in the console: from the totals to the entry behind a figure, on the real stack.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  buildCreditBody,
  buildEntryBody,
  DEPOSITS,
} from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig, TENANT } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';

const PHONE = { width: 390, height: 844 };
const CLOSED = '2001-01';

let rig: ConsoleRig;
let entryId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  await nameAccount('1', { name: 'Assets in hand', type: 'ASSET' });
  await nameAccount('1000', { name: 'Cash', type: 'ASSET', parent: '1' });
  await nameAccount('3000', { name: 'Reserves', type: 'EQUITY' });
  await nameAccount(DEPOSITS, { name: 'Deposits', type: 'LIABILITY' });
  const account = { customer_id: 'cus-1', product_id: 'current-account', name: 'Ada Lovelace' };
  const { id } = (await send('POST', '/api/accounts', { ...account, currency: 'EUR' })).body;
  await send('POST', '/api/journal-entries', buildCreditBody(id, '1250.00'));
  entryId = (await send('POST', '/api/journal-entries', buildCreditBody(id, '0.01'))).body.id;
  // On the ledger only: the control account then differs from the accounts of customers.
  await send('POST', '/api/journal-entries', {
    ...buildEntryBody('7.00', ['1000', DEPOSITS], []),
    currency: 'USD',
  });
  await startClosing(CLOSED);
  await waitForDebits(['1250.01', '7.00']);
});
afterAll(() => rig?.stop());

async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const answer = await rig.stack.request(method, path, { body, token: rig.token });
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer;
}

const nameAccount = (code: string, body: object) =>
  send('PUT', `/api/general-ledger/accounts/${code}`, body);

/** Closes a period; its totals are read some time after the approval. */
async function startClosing(period: string): Promise<void> {
  const path = `/api/general-ledger/periods/${period}/close`;
  const { id } = (await send('POST', path, { reason: 'The month is complete.' })).body;
  const token = await rig.stack.token({ tenant_id: TENANT, sub: 'grace' });
  const approved = await rig.stack.post(
    `/api/general-ledger/requests/${id}/approve`,
    {},
    { token },
  );
  expect(approved.body.status).toBe('APPLIED');
}

async function waitForState(period: string, state: string): Promise<void> {
  while ((await rig.read(`/api/general-ledger/periods/${period}`)).state !== state)
    await sleep(500);
}

// The totals follow the journal; the journey starts when they have caught up.
async function waitForDebits(debits: readonly string[]): Promise<void> {
  for (;;) {
    const { totals } = await rig.read('/api/general-ledger/trial-balance');
    const found = totals.map((total: { readonly debits: string }) => total.debits);
    if (found.join() === debits.join()) return;
    await sleep(200);
  }
}

async function expectFit(page: Page, state: string): Promise<void> {
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, `console-${state}`);
}

async function download(page: Page): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  return readFileSync(await (await saved).path(), 'utf8');
}

inBrowser('leads from a figure of the trial balance to its entry by three clicks', async () => {
  const { context, page, errors } = await rig.signIn('accountant', ['finance.read']);
  await page.getByRole('link', { name: 'Trial balance' }).click();
  await page.getByRole('row', { name: /Asset 0\.00 1,250\.01 0\.00 1,250\.01.debit/ }).waitFor();
  await page.getByRole('row', { name: /Liability .* 1,250\.01.credit/ }).waitFor();
  await page.getByRole('row', { name: /Total 0\.00 1,250\.01 1,250\.01 0\.00/ }).waitFor();
  await page.getByText(/^Exact up to .*\.$/).waitFor();
  await expectFit(page, 'trial-balance');
  const rows = (await download(page)).split('\r\n');
  expect(rows[1]).toBe('1000,Cash,ASSET,EUR,0.00,1250.01,0.00,1250.01');

  await page
    .getByRole('row', { name: /1000 Cash/ })
    .getByRole('link', { name: '1,250.01' })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: '1000 Cash' }).waitFor();
  await page.getByRole('row', { name: /0\.01.EUR 1,250\.01.debit/ }).waitFor();
  await page.getByText('Balance over time').waitFor();
  await page.getByRole('button', { name: 'The figures of the plot' }).click();
  const figures = page.getByRole('grid', { name: 'The figures of the plot' });
  await figures.getByRole('row', { name: /1,250\.01 0\.00 1,250\.01.debit/ }).waitFor();
  await expectFit(page, 'ledger-account');
  const lines = (await download(page)).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(new RegExp(`^${entryId},.*,EUR,0\\.01,,1250\\.01,`));

  await page.getByRole('grid', { name: 'Lines' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Journal entry' }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/journal/${entryId}`);
  expect((await rig.read(`/api/journal-entries/${entryId}`)).ledger_lines[0].debit_amount).toBe(
    '0.01',
  );
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('keeps day, currency and closed rows in the address, also on a phone', async () => {
  const { context, page, errors } = await rig.signIn('auditor', ['audit.read']);
  await page.goto(`${CONSOLE_ORIGIN}/gl/trial-balance`);
  const euros = page.getByRole('treegrid', { name: 'Trial balance in EUR' });
  await euros.getByRole('button', { name: 'Hide what is below Asset' }).click();
  await euros.getByRole('row', { name: /1000 Cash/ }).waitFor({ state: 'detached' });
  await page.reload();
  await euros.getByRole('button', { name: 'Show what is below Asset' }).waitFor();
  expect(await page.getByRole('row', { name: /1000 Cash/ }).count()).toBe(0);

  await page.getByLabel('From').fill('2001-03-01');
  await page.getByLabel('As of').fill('2001-02-28');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Enter a day that is not before the first one.').first().waitFor();
  await page.getByLabel('From').fill('');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Nothing has been posted yet.').waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('2001-02-28');

  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/gl/trial-balance?currency=EUR`);
  await page.getByText('1000 Cash').waitFor();
  await expectFit(page, 'trial-balance-phone-dark');
  await page.goto(`${CONSOLE_ORIGIN}/gl/accounts/1000?interval=year&currency=EUR`);
  await page.getByText('Balance over time').waitFor();
  await page.getByText('Accounting date').first().waitFor();
  await expectFit(page, 'ledger-account-phone-dark');
  await page.goto(`${CONSOLE_ORIGIN}/gl/accounts/none`);
  await page.getByText('Correlation id').waitFor();
  await expectFit(page, 'ledger-account-failed');
  expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
  await context.close();
});

inBrowser('leads from a difference of the tie-out to its entry', async () => {
  const { context, page, errors } = await rig.signIn('controller', ['finance.read']);
  await page.getByRole('link', { name: 'Chart of accounts' }).click();
  await page.getByRole('searchbox', { name: 'Code or name' }).fill('cash');
  await page.getByText('2 accounts').first().waitFor();
  await page.getByRole('row', { name: /1000 Cash Asset Debit Any Active/ }).waitFor();
  await expectFit(page, 'chart');
  expect(new URL(page.url()).searchParams.get('find')).toBe('cash');

  await page.getByRole('link', { name: 'Tie-out' }).click();
  await page.getByText('EUR: every control account agrees').waitFor();
  await page.getByText('USD: 1 control account differs, 7.00\u00a0credit in all.').waitFor();
  await expectFit(page, 'tie-out');
  await page
    .getByRole('row', { name: /Deposits.*USD.*Differs/ })
    .getByRole('link', { name: '1 entry' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
  await page.getByText('1 shown').waitFor();
  await page.getByRole('row', { name: /7\.00.USD/ }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('asks once to close a period, though the answer is cut off', async () => {
  const { context, page } = await rig.signIn('closer', ['finance.read', 'finance.write']);
  await page.getByRole('link', { name: 'Accounting periods' }).click();
  await waitForState(CLOSED, 'CLOSED');
  await page.getByRole('button', { name: 'Read again' }).click();
  await page.getByRole('row', { name: /January 2001 Closed/ }).waitFor();
  await expectFit(page, 'periods');
  let attempts = 0;
  const { base_url } = rig.stack.local.urls;
  await page.route(`${base_url}/api/general-ledger/periods/*/close`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Ask to close a period' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Month').fill('2001-02');
  await dialog.getByText('Close February 2001?').waitFor();
  await dialog.getByText('agree with the accounts of customers').waitFor();
  await dialog.getByRole('button', { name: 'Ask to close' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The month is complete.');
  await dialog.getByRole('button', { name: 'Ask to close' }).click();
  await page.getByText('Your request waits for approval by another operator.').waitFor();
  await page.getByText('The closing of February 2001 waits for approval.').waitFor();
  expect(attempts).toBe(2);

  await page.getByRole('button', { name: 'More for January 2001' }).click();
  await page.getByRole('menuitem', { name: 'Ask to reopen' }).click();
  await dialog.getByLabel('Reason').fill('An invoice is missing.');
  await dialog.getByRole('button', { name: 'Ask to reopen' }).click();
  await page.getByText('The reopening of January 2001 waits for approval.').waitFor();

  await page.getByRole('button', { name: 'Ask to close a fiscal year' }).click();
  await dialog.getByLabel('First month of the year').fill('2001-01');
  await dialog.getByRole('button', { name: /^Equity account/ }).click();
  await page.getByRole('option', { name: '3000 Reserves' }).click();
  await dialog.getByLabel('Reason').fill('The books of 2001 are complete.');
  await dialog.getByRole('button', { name: 'Ask to close a fiscal year' }).click();
  await dialog.getByText('Correlation id').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { items } = await rig.read('/api/general-ledger/requests?status=PENDING_APPROVAL');
  const asked = items.map(({ kind, period }: { kind: string; period: string }) => [kind, period]);
  expect(asked.toSorted()).toEqual([
    ['PERIOD_CLOSE', '2001-02'],
    ['PERIOD_REOPEN', CLOSED],
  ]);
  await context.close();
});
