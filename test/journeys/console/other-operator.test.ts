// Another operator signs in where the sign-in of one has ended: nothing of the first goes out in the second's name.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startConsoleRig } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import type { PostingLedger } from '../../support/console/posting-ledger.ts';
import {
  close,
  endSignIn,
  findPost,
  openSignInWindow,
  reviewTransfer,
} from '../../support/console/posting-steps.ts';
import { hasBrowser, inBrowser } from '../../support/stack/browser.ts';
import { PASSWORD } from '../../support/stack/identity.ts';
import type { PageVisit } from '../../support/stack/visit.ts';

const OPERATOR = ['finance.read', 'finance.write', 'finance.approve'] as const;

let rig: ConsoleRig;
let ledger: PostingLedger;
let receiverId: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  ledger = openPostingLedger(rig);
  await ledger.openAccount('Ada Lovelace', { funds: '1250.00' });
  receiverId = await ledger.openAccount('Grace Hopper');
  await close(await rig.signIn('second', OPERATOR));
});
afterAll(() => rig?.stop());

const countReferences = (reference: string) => ledger.countReferences(receiverId, reference);

/** The second operator signs in where the page of the first offers a window for it. */
async function signInAsSecond({
  context,
  page,
}: Pick<PageVisit, 'context' | 'page'>): Promise<void> {
  await context.clearCookies();
  const popup = await openSignInWindow(page);
  await popup.getByLabel('Username').fill('second@aurora');
  await popup.getByLabel('Password').fill(PASSWORD);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'second@aurora' }).waitFor();
}

inBrowser('drops a form that was about to be sent', async () => {
  const visit = await rig.signIn('typing', OPERATOR);
  const { page } = visit;
  await reviewTransfer(page, 'rent-1');
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor();
  await endSignIn(rig, page);
  await findPost(page).click();
  await signInAsSecond(visit);

  await page.getByRole('combobox', { name: 'From' }).waitFor();
  expect(await page.getByLabel('Reference').inputValue()).toBe('');
  expect(await countReferences('rent-1')).toBe(0);
  await close(visit);
});

inBrowser('does not repeat a form whose outcome is unknown', async () => {
  const visit = await rig.signIn('unanswered', OPERATOR);
  const { page } = visit;
  await reviewTransfer(page, 'rent-2');
  const posting = `${rig.stack.local.urls.base_url}/api/journal-entries`;
  await page.route(posting, async (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await findPost(page).click();
  await page.getByText('We do not know yet whether this took effect').waitFor();
  await endSignIn(rig, page);
  await signInAsSecond(visit);
  await page.unroute(posting);

  // The form was repeated each 15 seconds.
  await sleep(20_000);
  expect(await countReferences('rent-2')).toBe(0);
  await close(visit);
});

interface StoredFreeze {
  readonly decided_by?: string;
}

inBrowser('decides no request of many that the other has not seen', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const account = await ledger.openAccount(`Bulk ${index}`);
    const body = { transition: 'FREEZE', reason: 'letter returned' };
    const path = `/api/accounts/${account}/status-transitions`;
    ids.push((await rig.stack.post(path, body, { token: rig.token })).body.id);
  }
  const visit = await rig.signIn('deciding', OPERATOR);
  const { page } = visit;
  for (let index = 0; index < 12; index += 1) {
    const name = `Select Freeze the account: Bulk ${index}`;
    await page.getByRole('checkbox', { name, exact: true }).check({ force: true });
  }
  await page.getByRole('button', { name: 'Approve 12' }).click();
  await endSignIn(rig, page);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await signInAsSecond(visit);

  const second = (await ledger.read('/api/operators')).items.find(
    (one: { readonly preferred_username?: string }) => one.preferred_username === 'second@aurora',
  );
  // Twelve decisions take two seconds.
  await sleep(5_000);
  const requests: StoredFreeze[] = await Promise.all(
    ids.map((id) => ledger.read(`/api/account-lifecycle-requests/${id}`)),
  );
  expect(second.id).toMatch(/^op_/);
  expect(requests.filter(({ decided_by }) => decided_by === second.id)).toEqual([]);
  expect(requests.filter(({ decided_by }) => decided_by === undefined).length).toBeGreaterThan(7);
  await close(visit);
});
