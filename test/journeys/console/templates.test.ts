// Posting templates and the chart of accounts in a browser: what an operator keeps there, checked over the API.
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { cutFirstAnswer } from '../../support/console/lost-answers.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import type { PostingLedger } from '../../support/console/posting-ledger.ts';
import { close, fillLine } from '../../support/console/posting-steps.ts';
import { hasBrowser, inBrowser, measureOverflow } from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';

const KEEPER = ['finance.read', 'finance.write', 'configuration.write'] as const;

let rig: ConsoleRig;
let ledger: PostingLedger;
let accountId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  ledger = openPostingLedger(rig);
  accountId = await ledger.openAccount('Grace Hopper');
});
afterAll(() => rig?.stop());

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click();
  await page.getByRole('option', { name: option }).click();
}

inBrowser('an entry is saved as a template once, and the next one is filled from it', async () => {
  const { context, page } = await rig.signIn('template-saver', KEEPER);
  await page.goto(`${CONSOLE_ORIGIN}/post/entry`);
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByText('Enter the code of a ledger account.').first().waitFor();
  await fillLine(page, 'Line 1', { code: '1000', side: 'Debit' });
  await fillLine(page, 'Line 2', { code: 'CUSTOMER_DEPOSITS', side: 'Credit' });
  await page.getByRole('button', { name: 'Add a posting' }).click();
  await page.getByRole('combobox', { name: 'Account', exact: true }).fill('Grace');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await page.getByLabel('Amount').fill('2,000.00');
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the amount 2,000.00').fill('Rent');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByText('Enter a name of small letters').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Name of the template').fill('Rent of the branch');
  await dialog.getByLabel('Name of the amount 2,000.00').fill('rent');
  // The first answer is lost after the commit: the same key is sent again.
  const attempts = await cutFirstAnswer(page, 'POST', '**/api/posting-templates');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  await dialog.getByText('The template is saved.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  // The entry is as it was, and nothing is posted.
  expect(await page.getByLabel('Amount').inputValue()).toBe('2,000.00');
  expect(attempts()).toBe(2);
  const { items } = await ledger.read('/api/posting-templates');
  expect(items).toMatchObject([
    {
      name: 'Rent of the branch',
      lines: [{ placeholder: 'rent' }, { placeholder: 'rent' }],
      postings: [{ account_id: accountId, placeholder: 'rent' }],
      version: 1,
    },
  ]);
  expect(await ledger.readStatement(accountId)).toEqual([]);
  await choose(page, /^Template/, 'Rent of the branch');
  await page.getByRole('textbox', { name: 'rent', exact: true }).waitFor();
  await close({ context });
});

inBrowser('a template is replaced at the version that was seen, and deleted', async () => {
  const { context, page } = await rig.signIn('template-keeper', KEEPER);
  await page.goto(`${CONSOLE_ORIGIN}/config/templates?form=new`);
  await page.getByRole('button', { name: 'Save a template' }).click();
  await page.getByText('There is nothing to send yet').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Fee');
  for (const [row, code] of [
    ['Line 1', '1000'],
    ['Line 2', '4000'],
  ] as const) {
    const group = page.getByRole('group', { name: row, exact: true });
    await group.getByRole('combobox').fill(code);
    await page.keyboard.press('Escape');
    await group.getByLabel('Name of the amount').fill('fee');
  }
  await page.getByRole('button', { name: 'Add a posting' }).click();
  const posting = page.getByRole('group', { name: 'Posting 1', exact: true });
  await posting.getByLabel('Name of the amount').fill('fee');
  await page.reload();
  await page.getByText('It is not sent yet.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Save a template' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Fee' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fee of the month');

  // What another operator saves meanwhile is not replaced unseen.
  const { items } = await ledger.read('/api/posting-templates');
  const { id, lines } = items.find(({ name }: { name: string }) => name === 'Fee');
  const path = `/api/posting-templates/${id}`;
  const other = { name: 'Fee of the quarter', lines, version: 1 };
  const token = await rig.stack.token({ tenant_id: 'aurora', scope: 'configuration.write' });
  const replaced = await rig.stack.request('PUT', path, { token, body: other });
  expect(replaced.body.version).toBe(2);
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('The template is at version 2, not 1.').waitFor();
  await page.getByText('This has changed since you started your draft').waitFor();
  await page
    .getByRole('row', { name: /removed: Fee of the quarter added: Fee of the m/ })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await ledger.read(path)).toMatchObject({ name: 'Fee of the month', version: 3 });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete the template' }).click();
  await dialog.getByText('Saved', { exact: true }).waitFor();
  const deleted = await rig.stack.get(path, { token: rig.token });
  expect(deleted.body.code).toBe('posting_template_not_found');
  await close({ context });
  const reader = await rig.signIn('template-reader', ['finance.read']);
  await reader.page.goto(`${CONSOLE_ORIGIN}/config/templates?form=new`);
  await reader.page.getByRole('link', { name: 'Rent of the branch' }).waitFor();
  expect(await reader.page.getByRole('button', { name: 'Save a template' }).count()).toBe(0);
  await close(reader);
});

inBrowser('an account of the chart is added, changed, and waits where a control asks', async () => {
  const { context, page } = await rig.signIn('chart-keeper', KEEPER);
  await page.goto(`${CONSOLE_ORIGIN}/gl/accounts`);
  await page.getByRole('link', { name: 'Change the chart' }).click();
  await page.getByText('The chart has no account yet.').waitFor();
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByLabel('Code', { exact: true }).fill('1000  CASH');
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByText('Enter a code of at most 64').first().waitFor();
  await page.getByText('Choose a type.').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('1000');
  await page.getByLabel('Name', { exact: true }).fill('Cash');
  await choose(page, /^Type/, 'Asset');
  await page.getByRole('button', { name: 'Add a code' }).click();
  await page.getByLabel('Chart', { exact: true }).fill('HGB');
  await page.getByLabel('Code there').fill('1600');
  await page.reload();
  await page.getByText('It is not sent yet.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: '1000 Cash' }).waitFor();

  // An account is never replaced by one that is taken for new.
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByLabel('Code', { exact: true }).fill('1000');
  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByText('The chart has this account already.').first().waitFor();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: '1000 Cash' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('combobox', { name: 'Part of' }).fill('1000');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save the account' }).click();
  await page.getByText('Choose an account that is not this one').first().waitFor();
  await page.getByRole('combobox', { name: 'Part of' }).fill('');
  await page.getByLabel('Name', { exact: true }).fill('Cash in hand');
  await page.getByRole('row', { name: /removed: Cash added: Cash in hand/ }).waitFor();
  await ledger.control('upsertGeneralLedgerAccount');
  await page.getByRole('button', { name: 'Save the account' }).click();
  await page.getByText('Another operator must approve your request.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('A change of this waits for approval.').waitFor();
  await page.getByRole('link', { name: 'Version 1' }).waitFor();
  await expectAccessible(page);

  const path = '/api/general-ledger/accounts/1000';
  expect(await ledger.read(path)).toMatchObject({ name: 'Cash', mappings: { HGB: '1600' } });
  const { items } = await ledger.read('/api/change-requests?status=PENDING_APPROVAL');
  expect(items).toMatchObject([{ request: { path: { code: '1000' } } }]);
  expect(items[0].request.body).toMatchObject({ name: 'Cash in hand', type: 'ASSET' });
  await close({ context });
});

inBrowser('the import of a chart is compared with the chart before it is sent', async () => {
  // The controls of the other journey are replaced.
  await ledger.control('createLoan');
  const importer = [...KEEPER, 'compliance.operate'] as const;
  const { context, page, errors } = await rig.signIn('chart-importer', importer);
  await page.goto(`${CONSOLE_ORIGIN}/config/chart`);
  await page.getByRole('link', { name: 'Import a chart' }).click();
  const rows = ['code;name;type;parent', '1000;Cash box;ASSET;', '1100;Till;ASSET;1000'];
  const buffer = Buffer.from(rows.join('\r\n'));
  const file = { name: 'chart.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 added, 0 changed, 0 as they are.').waitFor();
  await page.getByRole('button', { name: 'How the file is written' }).click();
  await choose(page, /^Separator of columns/, 'Semicolon');
  await page.getByText('1 added, 1 changed, 0 as they are.').waitFor();
  await page.getByRole('row', { name: /\/1000\/name removed: Cash added: Cash box/ }).waitFor();
  await page.getByRole('row', { name: /\/1000\/mappings\/HGB removed: 1600/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'chart.csv' }).waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor();

  const { items } = await ledger.read('/api/general-ledger/accounts');
  const named = items.map(({ code, name }: { code: string; name: string }) => [code, name]);
  expect(named).toEqual([
    ['1000', 'Cash box'],
    ['1100', 'Till'],
  ]);
  expect(errors).toEqual([]);
  await close({ context });
});
