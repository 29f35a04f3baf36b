// Exports and imports in the console: asked for, watched, downloaded, checked and delivered in a browser, and read
// over the API at the end.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { recordSchedule } from '../../../commands/administration/schedule-records.ts';
import { findLastClosedMonth } from '../../../functions/domain/values/calendar-periods.ts';
import { buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig, TENANT } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { cutFirstAnswer } from '../../support/console/lost-answers.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import { SCHEDULE } from '../../support/fixtures/batches/export-schedules.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { hasBrowser, inBrowser, measureOverflow } from '../../support/stack/browser.ts';

const readDay = () => new Date().toISOString().slice(0, 10);
const PHONE = { width: 390, height: 844 };

let rig: ConsoleRig;
// A midnight may pass while the entries are posted.
let [firstDay, lastDay, exportName] = ['', '', ''];

beforeAll(async () => {
  if (!hasBrowser) return;
  firstDay = readDay();
  rig = await startConsoleRig();
  const account = { name: 'Ada', customer_id: 'cus-1', product_id: 'current', currency: 'EUR' };
  const { body } = await rig.stack.post('/api/accounts', account, { token: rig.token });
  for (const amount of ['1250.00', '0.01']) {
    const entry = buildCreditBody(body.id, amount);
    const posted = await rig.stack.post('/api/journal-entries', entry, { token: rig.token });
    expect(posted.status).toBe(201);
  }
  lastDay = readDay();
  exportName = `${firstDay} to ${lastDay}, BANKING-ACT-24`;
});
afterAll(() => rig?.stop());

interface ImportBatch {
  readonly request: { readonly file: { readonly name: string } };
  readonly progress: { readonly processed: number };
}

async function listBatches(type: string) {
  const token = await rig.stack.token({ tenant_id: TENANT, scope: 'audit.read' });
  const path = `/api/legacy-batches?type=${type}`;
  return (await rig.stack.get(path, { token, api: 'workbench' })).body.items;
}

async function waitForBatch(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor();
}

async function downloadFile(page: Page, name: string): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  return readFileSync(await (await started).path());
}

/** Drops a file on the page, as from a folder of the desktop. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      return transfer;
    })()`,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText('Drop the file here').dispatchEvent('drop', { dataTransfer });
  await page.getByText(name, { exact: true }).waitFor();
}

inBrowser('an export is asked for once, downloaded, checked and delivered once', async () => {
  const { context, page, errors } = await rig.signIn('officer', ['compliance.operate']);
  const { workbench_url } = rig.stack.local.urls;
  await page.getByText('There are no exports or imports yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ask for an export' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ask for an export' }).waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Enter the legal basis').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('First day (UTC)').fill(firstDay);
  await page.getByLabel('Last day (UTC)').fill(lastDay);
  await page.getByRole('textbox', { name: 'Legal basis' }).fill('BANKING-ACT-24');
  await page.getByLabel('Locked until').fill('2099-12-31');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('No one can delete them earlier.').waitFor();
  const url = `${workbench_url}/api/regulatory-exports`;
  const asked = await cutFirstAnswer(page, 'POST', url);
  await page.getByRole('button', { name: 'Ask for an export' }).click();
  await waitForBatch(page, exportName);
  expect(asked()).toBe(2);
  await page.getByRole('row', { name: /EUR.*1,250\.01.*1,250\.01/ }).waitFor();
  await expectAccessible(page);

  const file = await downloadFile(page, 'The file');
  const [batch, ...others] = await listBatches('REGULATORY_EXPORT');
  expect(others).toEqual([]);
  expect(createHash('sha256').update(file).digest('hex')).toBe(batch.artifact.checksum.value);
  expect(JSON.parse(String(await downloadFile(page, 'The manifest'))).batch_id).toBe(batch.batchId);

  const chosen = { name: 'export.csv', mimeType: 'text/csv', buffer: file };
  await page.locator('input[type=file]').setInputFiles(chosen);
  await page.getByText('The file is this export, to the last byte').waitFor();
  const changed = Buffer.from(file);
  changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
  await page.locator('input[type=file]').setInputFiles({ ...chosen, buffer: changed });
  await page.getByText('The file is not this export').waitFor();
  await page.getByText('The first difference is in part 1 of 1').waitFor();
  await expectAccessible(page);

  const recorded = await cutFirstAnswer(page, 'POST', `${url}/*/delivery`);
  await page.getByRole('button', { name: 'Record the delivery' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Record the delivery' }).click();
  await dialog.getByText('Enter the reference of the authority.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reference of the authority').fill('BaFin-4711');
  await dialog.getByRole('button', { name: 'Record the delivery' }).click();
  await page.getByText('The delivery is recorded.').waitFor();
  await page.getByText('BaFin-4711').waitFor();
  expect(await page.getByRole('button', { name: 'Record the delivery' }).count()).toBe(0);
  expect(recorded()).toBe(2);
  const [{ delivery }] = await listBatches('REGULATORY_EXPORT');
  expect(delivery.authority_reference).toBe('BaFin-4711');
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

const HEADING = 'account_reference;customer_id;product_id;name;currency\n';
const ROWS = Array.from({ length: 4_000 }, (_, row) => `A-${row};cus-${row};current;Ada;EUR\n`);

inBrowser('a dropped file is imported once, sent again when it did not arrive', async () => {
  const { context, page, errors } = await rig.signIn('importer', ['compliance.operate']);
  await page.getByRole('link', { name: 'Import a file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Choose what the records are.').first().waitFor();
  await expectAccessible(page);
  await dropFile(page, 'accounts.csv', `${HEADING}${ROWS.join('')}A-x;cus-x;current;Ada;euro\n`);
  await page.getByLabel('The records are').click();
  expect(await page.getByRole('option', { name: 'general ledger' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'How the file is written' }).click();
  await page.getByLabel('Separator of columns').click();
  await page.getByRole('option', { name: 'Semicolon' }).click();
  await expectAccessible(page);

  const { urls, s3Endpoint } = rig.stack.local;
  const asked = await cutFirstAnswer(page, 'POST', `${urls.workbench_url}/api/legacy-imports`);
  await page.route(`${s3Endpoint}/**`, (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The file has not arrived').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the file again' }).click();
  await waitForBatch(page, 'accounts.csv');
  await page.getByRole('row', { name: /4,001.*currency.*euro/ }).waitFor();
  await expectAccessible(page);

  expect(asked()).toBe(2);
  const imports = await listBatches('LEGACY_IMPORT');
  expect(imports.map(({ progress }: { progress: object }) => progress)).toMatchObject([
    { processed: 4_001, rejected: 1 },
  ]);
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

inBrowser('the file of an import that a control catches is sent after the approval', async () => {
  const ledger = openPostingLedger(rig);
  await ledger.control('submitLegacyImport');
  const { context, page } = await rig.signIn('caught-importer', [
    'compliance.operate',
    'finance.read',
  ]);
  const line = 'Ada,cus-1,current,EUR\n';
  const files = ['kept.csv', 'later.csv'].map((name, at) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,customer_id,product_id,currency\n${line.repeat(6_000 + at)}`),
  }));
  const [kept, later] = files;
  if (kept === undefined || later === undefined) throw new Error('there are no files');
  const ask = async (file: typeof kept) => {
    await page.goto(`${CONSOLE_ORIGIN}/batches/import`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'The records are' }).click();
    await page.getByRole('option', { name: 'Accounts' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('The file is not sent yet.').waitFor();
    const { items } = await ledger.read('/api/change-requests?status=PENDING_APPROVAL');
    return String(items[0].id);
  };
  // The page that is kept open sends it by itself.
  const first = await ask(kept);
  await expectAccessible(page);
  await ledger.approve(first);
  await waitForBatch(page, 'kept.csv');

  const second = await ask(later);
  await page.getByRole('link', { name: 'Open the request' }).click();
  await page.getByRole('button', { name: 'Withdraw…' }).waitFor();
  await ledger.approve(second);
  await page.reload();
  await page.getByText('waits for its file later.csv').waitFor();
  await page.locator('input[type=file]').setInputFiles(kept);
  await page.getByRole('button', { name: 'Send the file' }).click();
  await page.getByText('This is not the file that was declared.').first().waitFor();
  await expectAccessible(page);
  await page.locator('input[type=file]').setInputFiles(later);
  await page.getByRole('button', { name: 'Send the file' }).click();
  await waitForBatch(page, 'later.csv');
  await page.goBack();
  await page.getByRole('link', { name: 'Open the import' }).click();
  await waitForBatch(page, 'later.csv');
  await context.close();

  const imports = await listBatches('LEGACY_IMPORT');
  const rows = imports.map(({ request, progress }: ImportBatch) => [
    request.file.name,
    progress.processed,
  ]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['kept.csv', 6_000],
      ['later.csv', 6_001],
    ]),
  );
});

inBrowser('an auditor finds exports by their kind, on a phone, and changes nothing', async () => {
  const { context, page } = await rig.signIn('auditor', ['audit.read']);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/batches`);
  await page.getByRole('link', { name: 'accounts.csv' }).waitFor();
  await page.getByLabel('Kind').click();
  await page.getByRole('option', { name: 'Exports', exact: true }).click();
  await page.getByRole('link', { name: 'accounts.csv' }).waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/batches?type=REGULATORY_EXPORT`);
  expect(await page.getByRole('link', { name: 'Ask for an export' }).count()).toBe(0);
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);

  await page.getByRole('link', { name: exportName }).click();
  await waitForBatch(page, exportName);
  await page.getByText('1,250.01').first().waitFor();
  expect(await page.getByRole('button', { name: 'Record the delivery' }).count()).toBe(0);
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await page.goto(`${CONSOLE_ORIGIN}/batches/export`);
  await page.getByText('It needs the permission compliance.operate.').waitFor();
  await context.close();
});

inBrowser('a schedule is run now, once, and its next runs are shown in words', async () => {
  const { context, page } = await rig.signIn('scheduler', ['compliance.operate']);
  const runUrl = `${rig.stack.local.urls.workbench_url}/api/export-schedules/*/run`;
  await page.getByRole('link', { name: 'Schedules' }).click();
  await page.getByText('No export is scheduled.').waitFor();
  await expectAccessible(page);
  await recordSchedule(rig.stack.administration, TENANT, SCHEDULE);
  await page.reload();
  await page.getByRole('heading', { name: 'Monthly export, BANKING-ACT-24' }).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'locked until' }).count()).toBe(3);
  await expectAccessible(page);
  const attempts = await cutFirstAnswer(page, 'POST', runUrl);
  await page.getByRole('button', { name: 'Run now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('no one can delete them earlier').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Run now' }).click();
  const { from, to } = findLastClosedMonth(new Date());
  await waitForBatch(page, `${from} to ${to}, BANKING-ACT-24`);

  expect(attempts()).toBe(2);
  const exports = await listBatches('REGULATORY_EXPORT');
  const ofMonth = exports.filter(
    ({ request }: { request: { period_from: string } }) => request.period_from === from,
  );
  expect(ofMonth).toHaveLength(1);
  await page.setViewportSize(PHONE);
  for (const [path, title] of [
    ['export', 'Ask for an export'],
    ['import', 'Import a file'],
    ['schedules', 'Schedules of exports'],
  ]) {
    await page.goto(`${CONSOLE_ORIGIN}/batches/${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expectAccessible(page);
    expect(await measureOverflow(page)).toBe(0);
  }
  await context.close();
});
