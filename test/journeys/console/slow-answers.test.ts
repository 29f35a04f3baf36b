// A page shows what was asked for: not what it had before, while an answer takes its time or after another record is opened.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  buildCreditBody,
  buildLoanBody,
  buildLoanTransactionBody,
} from '../../../tools/samples/request-bodies.ts';
import { CONFIGURATOR, follow } from '../../support/console/configuration-steps.ts';
import { startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { close } from '../../support/console/posting-steps.ts';
import { hasBrowser, inBrowser } from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';
import type { Receiver } from '../../support/webhooks/receiver.ts';

const READER = ['finance.read', 'audit.read'] as const;
const MAKER = ['finance.read', 'finance.write'] as const;

let rig: ConsoleRig;
let receiver: Receiver;
const accounts: string[] = [];
const loans: string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  [rig, receiver] = await Promise.all([startConsoleRig(), startReceiver()]);
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    const names = { name, customer_id: 'cus-1', product_id: 'current-account' };
    const { id } = await rig.post('/api/accounts', { ...names, currency: 'EUR' });
    const terms = { principal: '1000.00', reference: `Loan of ${name}`, customer_id: 'cus-1' };
    const loan = await rig.post('/api/loans', buildLoanBody(id, terms));
    await rig.post(
      `/api/loans/${loan.id}/transactions`,
      buildLoanTransactionBody('INTEREST', '5.50'),
    );
    accounts.push(id);
    loans.push(loan.id);
  }
  await rig.post('/api/journal-entries', buildCreditBody(accounts[0] ?? '', '1250.00'));
  // The totals follow the journal.
  while ((await rig.read('/api/general-ledger/trial-balance')).totals.length === 0)
    await sleep(200);
});
afterAll(async () => {
  await receiver?.stop();
  await rig?.stop();
});

/** Holds the answers to this reading; returns what lets them through. */
async function holdAnswers(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`${rig.stack.local.urls.base_url}${path}`, async (route) => {
    await held.promise;
    return route.fallback();
  });
  return () => held.resolve();
}

/** Goes to a record by its identifier, without loading the page again. */
async function goTo(page: Page, identifier: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByLabel('Identifier or name').fill(identifier);
  await page.keyboard.press('Enter');
}

inBrowser('a list shows no row of other filters as one that was asked for', async () => {
  const visit = await rig.signIn('reader', READER);
  const { page } = visit;
  await page.goto(`${CONSOLE_ORIGIN}/accounts`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  const showFrozen = await holdAnswers(page, '/api/accounts?status=FROZEN*');
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'Frozen' }).click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  await page.getByText('Loading').first().waitFor();
  expect(await page.getByText('2 shown').count()).toBe(0);
  showFrozen();
  await page.getByText('0 shown').waitFor();

  await page.goto(`${CONSOLE_ORIGIN}/audit`);
  await page.getByRole('link', { name: 'Create loan' }).first().waitFor();
  const showPostings = await holdAnswers(page, '/api/audit-events?*operation=postJournalEntry*');
  const save = page.getByRole('button', { name: 'Save as CSV' });
  expect(await save.isEnabled()).toBe(true);
  await page.getByLabel('Operation', { exact: true }).fill('postJournalEntry');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Create loan' }).first().waitFor({ state: 'detached' });
  expect(await save.isEnabled()).toBe(false);
  showPostings();
  await page.getByRole('link', { name: 'Post journal entry' }).first().waitFor();
  await close(visit);
});

inBrowser('what cannot be read is not said to be loading, and is read again', async () => {
  const visit = await rig.signIn('patient', MAKER);
  const { page } = visit;
  const refusal = { statusCode: 403, message: 'Not today.', error: 'Forbidden', code: 'forbidden' };
  for (const [path, read] of [
    ['/accounts', '/api/accounts?*'],
    ['/system', '/api/system'],
    ['/post/entry', '/api/posting-templates?*'],
  ] as const) {
    const url = `${rig.stack.local.urls.base_url}${read}`;
    const held = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      await held.promise;
      const headers = { 'Access-Control-Allow-Origin': CONSOLE_ORIGIN };
      return route.fulfill({ status: 403, headers, json: { ...refusal, correlation_id: 'c' } });
    });
    await page.goto(`${CONSOLE_ORIGIN}${path}`);
    const loading = page.getByText('Loading', { exact: true });
    if (path !== '/post/entry') await loading.first().waitFor();
    held.resolve();
    await page.getByText('Not today.').waitFor();
    await loading.first().waitFor({ state: 'detached' });
    await page.unroute(url);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Not today.').waitFor({ state: 'detached' });
  }
  await close(visit);
});

inBrowser('clearing filters also clears what was typed and not sent', async () => {
  const visit = await rig.signIn('typist', READER);
  const { page } = visit;
  for (const [path, label] of [
    ['accounts', 'Customer'],
    ['journal', 'Reference'],
    ['config/workflows', 'Trigger'],
  ] as const) {
    await page.goto(`${CONSOLE_ORIGIN}/${path}`);
    await page.getByRole('textbox', { name: label }).fill('CUS-1');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect([path, await page.getByRole('textbox', { name: label }).inputValue()]).toEqual([
      path,
      '',
    ]);
  }
  await close(visit);
});

inBrowser('a trial balance says of no other day what it asks for', async () => {
  const visit = await rig.signIn('controller', READER);
  const { page } = visit;
  await page.goto(`${CONSOLE_ORIGIN}/gl/trial-balance`);
  await page.getByText(/^Exact up to/).waitFor();
  const euros = page.getByRole('treegrid', { name: 'Trial balance in EUR' });
  await euros.waitFor();
  const show = await holdAnswers(page, '/api/general-ledger/trial-balance?to=2001-02-28*');
  await page.getByLabel('As of').fill('2001-02-28');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await euros.waitFor({ state: 'detached' });
  expect(await page.getByText(/^Exact up to/).count()).toBe(0);
  show();
  await page.getByText('Nothing has been posted yet.').waitFor();
  await close(visit);
});

inBrowser('what was asked of one record is not said of another', async () => {
  const visit = await rig.signIn('asker', MAKER);
  const { page } = visit;
  const notice = page.getByText('Your request waits for approval by another operator.');
  await page.goto(`${CONSOLE_ORIGIN}/accounts/${accounts[0]}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ask to freeze' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('letter returned');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to freeze' }).click();
  await notice.waitFor();
  await goTo(page, accounts[1] ?? '');
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  expect(await notice.count()).toBe(0);

  // The dialog of the one account, which the browser leaves for the other.
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ask to close' }).click();
  await page.getByRole('dialog').getByLabel('Reason').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await goTo(page, loans[1] ?? '');
  await page.getByRole('row', { name: /Interest.*5\.50/ }).waitFor();
  await goTo(page, loans[0] ?? '');
  await page.getByRole('heading', { level: 1, name: 'Loan of Ada Lovelace' }).waitFor();
  await page.getByRole('button', { name: 'Actions on Interest' }).click();
  await page.getByRole('menuitem', { name: 'Ask to reverse' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('wrong rate');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to reverse' }).click();
  await notice.waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Loan of Grace Hopper' }).waitFor();
  expect(await notice.count()).toBe(0);
  await close(visit);
});

inBrowser(
  'after a page that the operator may not see, the menu and the browser lead on',
  async () => {
    const visit = await rig.signIn('stranger', READER);
    const { page } = visit;
    await page.goto(`${CONSOLE_ORIGIN}/post/transfer`);
    await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    expect(await page.title()).toBe('Accounts · Countinghouse');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
    await page.goForward();
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await close(visit);
  },
);

/** Watches whether the page ever has such a row under this heading, also for a moment. */
async function watchRows(
  page: Page,
  heading: string,
  row: string,
): Promise<() => Promise<boolean>> {
  await page.evaluate(`
    globalThis.hasRow = false;
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== ${JSON.stringify(heading)}) return;
      const rows = [...document.querySelectorAll('tbody tr')];
      globalThis.hasRow ||= rows.some((row) => row.textContent.includes(${JSON.stringify(row)}));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return () => page.evaluate<boolean>('globalThis.hasRow');
}

inBrowser('a record never has the versions or the deliveries of another one', async () => {
  const webhooks: string[] = [];
  for (const part of ['first', 'second']) {
    await rig.post('/api/products', { type: part, config: { overdraft_limit: '0.00' } });
    const body = { url: `${receiver.url}/${part}`, event_types: ['*'] };
    const { id } = await rig.post('/api/webhooks', body);
    await rig.stack.post(`/api/webhooks/${id}/test`, {}, { token: rig.token });
    webhooks.push(id);
  }
  const visit = await rig.signIn('configurator', CONFIGURATOR);
  const { page } = visit;
  const [shown = '', asked = ''] = webhooks;
  for (const { path, heading, row, from, to, read } of [
    {
      path: '/config/products',
      heading: 'second',
      row: 'Version 1',
      from: 'first',
      to: 'second',
      read: '/api/products/second/versions*',
    },
    {
      path: '/config/webhooks',
      heading: `${receiver.url}/second`,
      row: 'webhook.tested',
      from: shown,
      to: asked,
      read: `/api/webhooks/${asked}/deliveries*`,
    },
  ]) {
    const show = await holdAnswers(page, read);
    const rows = page.getByRole('row', { name: row });
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
    await follow(page, `${path}/${to}`);
    // From now on the record is known, and its list is not.
    await title.waitFor();
    await follow(page, `${path}/${from}`);
    await rows.waitFor();
    const hadRow = await watchRows(page, heading, row);
    await page.goBack();
    await title.waitFor();
    await page.getByText('Loading').first().waitFor();
    expect([heading, await hadRow()]).toEqual([heading, false]);
    show();
    await rows.waitFor();
  }
  await close(visit);
});
