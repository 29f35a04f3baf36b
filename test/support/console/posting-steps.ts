// What an operator does in the forms that post, in a browser.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CONSOLE_ORIGIN } from '../stack/templates.ts';
import type { PageVisit } from '../stack/visit.ts';
import type { ConsoleRig } from './console-rig.ts';

interface TransferInput {
  readonly from: string;
  readonly amount: string;
  readonly reference: string;
}

/** Fills a transfer to Grace Hopper. */
export async function fillTransfer(page: Page, input: TransferInput): Promise<void> {
  await page.goto(`${CONSOLE_ORIGIN}/post/transfer`);
  await page.getByRole('combobox', { name: 'From' }).fill(input.from);
  await page.getByRole('option', { name: new RegExp(`${input.from} `) }).click();
  await page.getByRole('combobox', { name: 'To' }).fill('Grace');
  await page.getByLabel('Amount').fill(input.amount);
  await page.getByLabel('Reference').fill(input.reference);
}

/** Fills a transfer of 10.05 and reviews it at once, before the form has read all that it needs. */
export async function reviewTransfer(page: Page, reference: string): Promise<void> {
  await fillTransfer(page, { from: 'Ada', amount: '10.05', reference });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Post this entry?').waitFor();
}

/** Lets the form wait for accounts and products longer than an operator takes to fill it. */
export async function slowReads(page: Page): Promise<void> {
  await page.route(/\/api\/(products\/|accounts\?)/, async (route) => {
    await sleep(700);
    await route.continue();
  });
}

// Reads of the page may still be under way.
export async function close({ context }: Pick<PageVisit, 'context'>): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

export const findPost = (page: Page) => page.getByRole('button', { name: 'Post', exact: true });

/** Ends the sign-in at the next request that changes something, as if it were eight hours old. */
export async function endSignIn({ stack }: ConsoleRig, page: Page): Promise<void> {
  const { auth_url, base_url } = stack.local.urls;
  const refused = { status: 401, headers: { 'Access-Control-Allow-Origin': CONSOLE_ORIGIN } };
  let isOver = false;
  await page.route(`${base_url}/api/**`, async (route) => {
    // A read may be under way, whose refusal would lead the page itself to the sign-in.
    if (isOver || route.request().method() === 'GET') return route.fallback();
    isOver = true;
    return route.fulfill(refused);
  });
  const invalid = { ...refused, status: 400, json: { error: 'invalid_grant' } };
  await page.context().route(`${auth_url}/token`, (route) => route.fulfill(invalid), { times: 1 });
}

/** Refuses the next preview with the sentence. */
export async function refusePreview({ stack }: ConsoleRig, page: Page, message: string) {
  const refused = { status: 403, headers: { 'Access-Control-Allow-Origin': CONSOLE_ORIGIN } };
  const json = { statusCode: 403, message, error: 'Forbidden', code: 'forbidden' };
  await page.route(
    `${stack.local.urls.base_url}/api/journal-entries/preview`,
    (route) => route.fulfill({ ...refused, json: { ...json, correlation_id: 'preview-1' } }),
    { times: 1 },
  );
}

/** Follows the link, and stays when the page asks; returns what it asked. */
export async function refuseToLeave(page: Page, link: string): Promise<string> {
  let question = '';
  page.once('dialog', (dialog) => {
    question = dialog.message();
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: link }).click();
  return question;
}

export async function openSignInWindow(page: Page): Promise<Page> {
  await page.getByText('What you typed is kept.').waitFor();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in' }).click();
  return opened;
}

export async function fillLine(page: Page, name: string, line: { code: string; side: string }) {
  const group = page.getByRole('group', { name, exact: true });
  await group.getByRole('combobox').fill(line.code);
  await page.keyboard.press('Escape');
  await group.getByLabel(line.side).fill('2,000.00');
}

/** Fills the form of an entry in from a template whose one amount is named rent. */
export async function fillFromTemplate(page: Page, name: string, amount: string): Promise<void> {
  await page.goto(`${CONSOLE_ORIGIN}/post/entry`);
  await page.getByRole('button', { name: /Template/ }).click();
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText('Enter an amount.').first().waitFor();
  await page.getByRole('textbox', { name: 'rent', exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText('Balanced.').waitFor();
}
