// Loans and what auditors and administrators see, in a browser: a maker posts on a loan, an auditor finds it, and the
// API says what holds.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  buildCreditBody,
  buildLoanBody,
  buildLoanTransactionBody,
} from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig, TENANT } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';

const PHONE = { width: 390, height: 844 };
const MAKER = ['finance.read', 'finance.write'] as const;

let rig: ConsoleRig;
let accountId: string;
let loanId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  const names = { name: 'Ada Lovelace', customer_id: 'cus-1' };
  const account = { ...names, product_id: 'current-account', currency: 'EUR' };
  accountId = (await rig.post('/api/accounts', account)).id;
  await rig.post('/api/journal-entries', buildCreditBody(accountId, '100.00'));
  const terms = { principal: '1000.00', reference: 'Kitchen', customer_id: 'cus-1' };
  loanId = (await rig.post('/api/loans', buildLoanBody(accountId, terms))).id;
  await rig.post(`/api/loans/${loanId}/transactions`, buildLoanTransactionBody('INTEREST', '5.50'));
  await controlLargeAmounts();
});
afterAll(() => rig?.stop());

async function controlLargeAmounts() {
  const control = { operation: 'postLoanTransaction', when: 'amount > 2000.00' };
  const body = { controls: [{ ...control, require: 'APPROVAL' }], reason: 'four eyes' };
  const asked = await rig.stack.request('PUT', '/api/controls', { token: rig.token, body });
  expect(asked.status).toBe(202);
  const checker = await rig.stack.token({ tenant_id: TENANT, sub: 'grace' });
  const path = `/api/change-requests/${asked.body.id}/approve`;
  expect((await rig.stack.post(path, {}, { token: checker })).status).toBe(201);
}

// A busy machine may take longer than a token lives.
async function read(path: string) {
  const token = await rig.stack.token({ tenant_id: TENANT, scope: 'finance.read audit.read' });
  return (await rig.stack.get(path, { token })).body;
}

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, `console-${state}`);
}

/** Cuts the answer to the first POST after its commit. Returns the number of attempts so far. */
async function cutFirstAnswer(page: Page, path: string): Promise<() => number> {
  let attempts = 0;
  await page.route(`${rig.stack.local.urls['base_url']}${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return () => attempts;
}

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

inBrowser(
  'a maker disburses a loan once, though the answer is cut off, and repays it',
  async () => {
    const { context, page, errors } = await rig.signIn('maker-loan', MAKER);
    await page.getByRole('link', { name: 'Loans', exact: true }).click();
    await page.getByRole('row', { name: /Kitchen.*cus-1.*Approved.*1,000\.00.*5\.50/ }).waitFor();
    await check(page, 'loans');
    await page.getByRole('link', { name: 'Kitchen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor();
    await page.getByRole('row', { name: /Interest.*5\.50/ }).waitFor();
    await check(page, 'loan');

    const dialog = await choose(page, 'Disburse');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText('Enter an amount.').waitFor();
    await dialog.getByLabel('Amount').fill('1000.01');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText(/^Enter at most 1,000\.00/).waitFor();
    await check(page, 'loan-fault');
    await dialog.getByLabel('Amount').fill('600');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText(/^Disburse 600\.00.EUR\?$/).waitFor();
    await dialog.getByText('Balance of Ada Lovelace after').waitFor();
    await dialog.getByText(/^700\.00/).waitFor();
    await check(page, 'loan-review');
    const attempts = await cutFirstAnswer(page, '/api/loans/*/transactions');
    await dialog.getByRole('button', { name: 'Disburse' }).click();
    await page.getByText(/^Disbursement of 600\.00.EUR was posted once\.$/).waitFor();
    expect(attempts()).toBe(2);
    await page.getByRole('link', { name: 'Open the entry' }).click();
    await page.getByRole('link', { name: 'Open the loan' }).click();
    await page.getByText(/^605\.50.EUR$/).waitFor();
    const repayment = await choose(page, 'Repay');
    await repayment.getByRole('button', { name: 'Pay all that is outstanding' }).click();
    await repayment.getByRole('button', { name: 'Review' }).click();
    await repayment.getByText(/^Repay 605\.50.EUR\?$/).waitFor();
    await repayment.getByRole('button', { name: 'Repay' }).click();
    await page.getByText(/^Repayment of 605\.50.EUR was posted once\.$/).waitFor();

    const { items } = await read(`/api/loans/${loanId}/transactions`);
    expect(items.map(({ type, amount }: Record<string, string>) => [type, amount])).toEqual([
      ['INTEREST', '5.50'],
      ['DISBURSEMENT', '600.00'],
      ['REPAYMENT', '605.50'],
    ]);
    const paid = { principal_outstanding: '0.00', interest_outstanding: '0.00' };
    expect(await read(`/api/loans/${loanId}`)).toMatchObject(paid);
    expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
    await context.close();
  },
);

inBrowser('a maker creates a loan once, though the answer is cut off', async () => {
  const { context, page } = await rig.signIn('lender', MAKER);
  await page.goto(`${CONSOLE_ORIGIN}/loans`);
  await page.getByRole('button', { name: 'Create a loan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account (id or external id)').fill('core-none');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByText('none has this id or external id').waitFor();
  await dialog.getByText('Enter a product.').waitFor();
  await check(page, 'loan-terms');
  await dialog.getByLabel('Account (id or external id)').fill(accountId);
  await dialog.getByLabel('Product').fill('consumer-loan');
  await dialog.getByLabel('Principal').fill('2,500');
  await dialog.getByLabel('Reference').fill('Boat');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByText(/^Create a loan of 2,500\.00.EUR\?$/).waitFor();
  await dialog.getByText('Ada Lovelace').waitFor();
  await check(page, 'loan-terms-review');
  const attempts = await cutFirstAnswer(page, '/api/loans');
  await dialog.getByRole('button', { name: 'Create a loan' }).click();
  await page.getByText('The loan was created once.').waitFor();
  await page.getByRole('row', { name: /Boat.*cus-1.*Approved.*2,500\.00/ }).waitFor();

  expect(attempts()).toBe(2);
  const loans = await read('/api/loans');
  const boats = loans.filter(({ reference }: Record<string, string>) => reference === 'Boat');
  expect(boats).toMatchObject([{ principal: '2500.00', account_id: accountId }]);
  await context.close();
});

inBrowser('a disbursement that a control catches waits, and its loan says so', async () => {
  const loans = await read('/api/loans');
  const { id } = loans.find(({ reference }: Record<string, string>) => reference === 'Boat');
  const { context, page } = await rig.signIn('caught', MAKER);
  await page.goto(`${CONSOLE_ORIGIN}/loans/${id}`);
  const dialog = await choose(page, 'Disburse');
  await dialog.getByLabel('Amount').fill('2500');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByText(/^Disburse 2,500\.00.EUR\?$/).waitFor();
  await dialog.getByRole('button', { name: 'Disburse' }).click();
  await page.getByText(/^A control asks for approval/).waitFor();
  await page.getByText(/^Disbursement of 2,500\.00.EUR waits for approval\./).waitFor();
  await check(page, 'loan-waiting');

  expect((await read(`/api/loans/${id}`)).disbursed).toBe('0.00');
  const { items } = await read('/api/change-requests?operation=postLoanTransaction');
  expect(items).toMatchObject([{ status: 'PENDING_APPROVAL', request: { path: { loanId: id } } }]);
  await context.close();
});

inBrowser('a maker asks for the correction of a transaction, which waits', async () => {
  const { context, page, errors } = await rig.signIn('maker-again', MAKER);
  await page.goto(`${CONSOLE_ORIGIN}/loans/${loanId}`);
  await page.getByRole('button', { name: 'Actions on Interest' }).click();
  await page.getByRole('menuitem', { name: 'Ask to correct' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('4.50');
  await dialog.getByRole('button', { name: 'Ask to correct' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Reason').fill('wrong rate');
  await check(page, 'loan-correction');
  await dialog.getByRole('button', { name: 'Ask to correct' }).click();
  await page.getByText('waits for approval by another operator').waitFor();
  await page.getByText('A correction of a transaction of this loan waits').waitFor();

  const { items: posted } = await read(`/api/loans/${loanId}/transactions`);
  const { items } = await read(`/api/financial-adjustment-requests?target_id=${posted[0].id}`);
  expect(items).toMatchObject([
    { status: 'PENDING_APPROVAL', adjustment_type: 'CORRECTION', reason: 'wrong rate' },
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('an auditor finds who posted on a loan, and saves what is shown', async () => {
  const { context, page, errors } = await rig.signIn('auditor', ['audit.read']);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/loans/${loanId}`);
  await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor();
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  await check(page, 'loan-phone');

  await page.goto(`${CONSOLE_ORIGIN}/audit?subject=${loanId}&from=yesterday`);
  await page.getByText('They were left out: from').waitFor();
  await page.getByRole('link', { name: 'Post loan transaction' }).first().waitFor();
  await page.getByRole('link', { name: 'Create loan' }).waitFor();
  await check(page, 'audit-phone');

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'Post loan transaction' }).first().click();
  await page.getByRole('link', { name: 'Create loan' }).waitFor({ state: 'detached' });
  expect(page.url()).toContain(`subject=${loanId}&operation=postLoanTransaction`);
  await check(page, 'audit');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  const query = `subject=${loanId}&operation=postLoanTransaction`;
  const { items } = await read(`/api/audit-events?${query}`);
  expect(
    file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(items.map(({ id }: Record<string, string>) => id));

  await page.getByLabel('From day').fill('2026-02-30');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('Enter a day of the calendar').first().waitFor();
  await page.getByLabel('From day').fill('2999-01-01');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('No event matches.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('any operator sees how the system is, and which API does not answer', async () => {
  const { context, page } = await rig.signIn('configurer', ['configuration.write']);
  const { workbench_url } = rig.stack.local.urls;
  await page.goto(`${CONSOLE_ORIGIN}/system`);
  await page.getByRole('row', { name: /Ledger Answers 1\.0\.0/ }).waitFor();
  await page.getByRole('row', { name: /Workbench Answers 1\.0\.0/ }).waitFor();
  await page.getByText('Every event has been applied.').waitFor();
  await page.getByText('The records are verified every night.').waitFor();
  await check(page, 'system');
  await page.route(`${workbench_url}/health`, (route) => route.abort());
  await page.reload();
  await page.getByRole('row', { name: /Workbench Does not answer/ }).waitFor();
  await page.getByRole('row', { name: /Ledger Answers/ }).waitFor();

  const { version, projections } = await read('/api/system');
  await page.getByText(`Countinghouse ${version}`).waitFor();
  const list = page.getByRole('grid', { name: 'Projections' });
  await list.getByRole('row', { name: /^General ledger/ }).waitFor();
  expect(await list.getByRole('row').count()).toBe(projections.length + 1);
  await context.close();
});

inBrowser('administration names operators, copies commands and changes nothing', async () => {
  const { context, page, errors } = await rig.signIn('viewer', ['finance.read']);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
  const account = page.getByRole('link', { name: /Password, second factors and sessions/ });
  expect(await account.getAttribute('href')).toBe(`${rig.stack.authUrl}/account`);
  await page.getByText('npm run admin -- operator list aurora').waitFor();
  await page.getByRole('link', { name: 'viewer@aurora', exact: true }).click();
  await page.getByText('npm run admin -- operator disable viewer@aurora').waitFor();
  await page.locator(':focus').getByText('Changes to viewer@aurora').first().waitFor();
  await check(page, 'admin');

  const id = new URL(page.url()).searchParams.get('open');
  expect((await read(`/api/operators/${id}`)).preferred_username).toBe('viewer@aurora');
  await page.setViewportSize(PHONE);
  await check(page, 'admin-phone');
  await page.getByLabel('Id of an operator or service').fill('op_none');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('No operator or service has this id.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
