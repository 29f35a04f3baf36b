// Webhooks in a browser: created, shown their secret, tested, redriven and deleted, at a real receiver.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import type { WebhookDelivery } from '../../../client/client.ts';
import { CONFIGURATOR } from '../../support/console/configuration-steps.ts';
import { expectAccessible, startConsoleRig, TENANT } from '../../support/console/console-rig.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { cutFirstAnswer } from '../../support/console/lost-answers.ts';
import { openPostingLedger } from '../../support/console/posting-ledger.ts';
import type { PostingLedger } from '../../support/console/posting-ledger.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import { accept, refuseWith, startReceiver } from '../../support/webhooks/receiver.ts';
import type { Receiver } from '../../support/webhooks/receiver.ts';

const READ_EVERY_MS = 250;
const PHONE = { width: 390, height: 844 };

let rig: ConsoleRig;
let ledger: PostingLedger;
let receiver: Receiver;

beforeAll(async () => {
  if (!hasBrowser) return;
  [rig, receiver] = await Promise.all([startConsoleRig(), startReceiver()]);
  ledger = openPostingLedger(rig);
});
afterAll(async () => {
  await receiver?.stop();
  await rig?.stop();
});

const listWebhooks = async () => (await ledger.read('/api/webhooks')).items;

/** Waits for the newest delivery to be so, and has the page read its list again. */
async function awaitDelivery(
  page: Page,
  id: string,
  isReached: (delivery: WebhookDelivery) => boolean,
): Promise<WebhookDelivery> {
  for (;;) {
    const { items } = await ledger.read(`/api/webhooks/${id}/deliveries?limit=1`);
    if (items[0] && isReached(items[0])) {
      await page.getByRole('button', { name: 'Read again' }).click();
      return items[0];
    }
    await sleep(READ_EVERY_MS);
  }
}

/** Opens a dialog, confirms it and waits for what it says. */
async function confirm(page: Page, [open, submit]: [Locator, string], said: string) {
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await dialog.getByText(said).waitFor();
  return dialog;
}

const closeDialog = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const sendTest = async (page: Page) =>
  closeDialog(
    await confirm(page, [button(page, 'Send a test'), 'Send a test'], 'The test is accepted.'),
  );

inBrowser('a webhook is created once, its secret is shown once, and a test arrives', async () => {
  const { context, page, errors } = await rig.signIn('webhook-maker', CONFIGURATOR);
  await page.getByRole('link', { name: 'Configuration', exact: true }).click();
  await button(page, 'Webhooks').click();
  await page.getByText('There are no webhooks yet.').waitFor();
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, 'webhooks-empty');
  await button(page, 'Create a webhook').click();
  const address = page.getByLabel('Address', { exact: true });
  await address.fill(' ');
  await button(page, 'Create a webhook').click();
  await page.getByText('Enter the address of the receiver.').first().waitFor();
  await page.getByText('Choose at least one type.').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Types of events/ }).click();
  await page.getByRole('option', { name: 'account.created', exact: true }).click();
  await page.keyboard.press('Escape');
  await address.fill('http://ledger.bank.example/hooks');
  await page.getByText('This must start with https://.').first().waitFor();
  await expectAccessible(page);
  await address.fill(receiver.url);
  await page.getByText('Checked: this can be sent, and takes effect at once.').waitFor();
  await saveScreenshot(page, 'webhook-form');
  const attempts = await cutFirstAnswer(page, 'POST', '**/api/webhooks');
  await button(page, 'Create a webhook').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await button(page, 'Close').click();
  expect(attempts()).toBe(2);
  const [{ id }, ...others] = await listWebhooks();
  expect(others).toEqual([]);

  await page.getByRole('link', { name: receiver.url }).click();
  const dialog = await confirm(
    page,
    [button(page, 'Show the secret').first(), 'Show the secret'],
    'This is version 1 of the secret.',
  );
  const secret = String(await dialog.getByText(/^whsec_/).textContent()).trim();
  await expectAccessible(page);
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
  ).not.toContain('whsec_');
  await closeDialog(dialog);
  expect(await page.getByText(/whsec_/).count()).toBe(0);

  // The list follows by itself.
  await sendTest(page);
  await page.getByRole('row', { name: /webhook\.tested.*Delivered.*204/ }).waitFor();
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.tested' });
  const rotated = await confirm(
    page,
    [button(page, 'Rotate the secret'), 'Rotate the secret'],
    'There is another secret.',
  );
  await button(page, 'Show the secret').last().click();
  await rotated.getByText('This is version 2 of the secret.').waitFor();
  await closeDialog(rotated);
  expect(await listWebhooks()).toMatchObject([{ id, version: 2, secret_version: 2 }]);
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

inBrowser('a dead letter is shown with why, and sent again, alone and with all', async () => {
  const [{ id }] = await listWebhooks();
  const { context, page, errors } = await rig.signIn('webhook-watcher', CONFIGURATOR);
  receiver.answerBy(refuseWith(410, 'No more, please'));
  const accountId = await ledger.openAccount('Ada Lovelace');
  await page.goto(`${CONSOLE_ORIGIN}/config/webhooks/${id}`);
  await button(page, 'Read again').waitFor();
  const { event_id } = await awaitDelivery(page, id, ({ state }) => state === 'DEAD');
  await page.getByRole('row', { name: /account\.created.*Dead letter.*410/ }).waitFor();
  await page.reload();
  await page.getByText('The receiver failed for five days or answered 410.').waitFor();
  await page.getByLabel('State', { exact: true }).click();
  await page.getByRole('option', { name: 'Dead letter' }).click();
  await page.getByRole('link', { name: 'webhook.tested' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'account.created' }).click();
  await page.getByRole('row', { name: /410.*No more, please/ }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/config/webhooks/${id}?state=DEAD&event=${event_id}`);
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, 'webhook-delivery');

  // What is sent to a suspended webhook is dead at once: a test that succeeds ends that.
  receiver.answerBy(accept);
  await sendTest(page);
  await awaitDelivery(
    page,
    id,
    ({ event_type, state }) => event_type === 'webhook.tested' && state === 'DELIVERED',
  );
  const redrives = await cutFirstAnswer(page, 'POST', '**/api/webhooks/*/redrive');
  const resend: [Locator, string] = [button(page, 'Send again').first(), 'Send again'];
  await closeDialog(await confirm(page, resend, '1 event is sent again.'));
  await page.getByText('No delivery matches.').waitFor();
  expect(redrives()).toBe(2);
  const path = `/api/webhooks/${id}/deliveries/${event_id}`;
  const sent = async () => (await ledger.read(path)).state === 'DELIVERED';
  while (!(await sent())) await sleep(READ_EVERY_MS);
  expect(await ledger.read(path)).toMatchObject({
    aggregate_id: accountId,
    attempts: [{ status: 410 }, { status: 204 }],
  });
  expect(receiver.received.filter(({ headers }) => headers['webhook-id'] === event_id).length).toBe(
    2,
  );

  receiver.answerBy(refuseWith(410));
  await ledger.openAccount('Grace Hopper');
  await awaitDelivery(page, id, ({ state }) => state === 'DEAD');
  receiver.answerBy(accept);
  await sendTest(page);
  await awaitDelivery(page, id, ({ state }) => state === 'DELIVERED');
  const all: [Locator, string] = [
    button(page, 'Send dead letters again').first(),
    'Send dead letters again',
  ];
  await closeDialog(await confirm(page, all, '1 event is sent again.'));
  await page.getByText('No delivery matches.').waitFor();
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

inBrowser(
  'a change replaces the version that was seen, and waits where a control asks',
  async () => {
    const [{ id, url, event_types }] = await listWebhooks();
    const path = `/api/webhooks/${id}`;
    const { context, page } = await rig.signIn('webhook-changer', CONFIGURATOR);
    await page.goto(`${CONSOLE_ORIGIN}/config/webhooks/${id}`);
    await button(page, 'Change').click();
    await page.getByLabel('Send events').uncheck();
    await page.getByText('Checked: this can be sent, and takes effect at once.').waitFor();
    // What another operator saves meanwhile is not replaced unseen.
    const other = { url, event_types, description: 'The warehouse', version: 2 };
    const token = await rig.stack.token({ tenant_id: TENANT, scope: 'configuration.write' });
    expect((await rig.stack.request('PUT', path, { token, body: other })).status).toBe(200);
    await button(page, 'Save the changes').click();
    await page.getByText('The webhook is at version 3, not 2.').first().waitFor();
    await page.getByText('This has changed since you started your draft').waitFor();
    await page.getByRole('row', { name: /description removed: The warehouse/ }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Description', { exact: true }).fill('The warehouse');

    await ledger.control('replaceWebhook');
    await page.reload();
    await page.getByText('It is not sent yet.').waitFor();
    await page.getByText('A control then asks another operator to approve it.').waitFor();
    await button(page, 'Save the changes').click();
    await page.getByText('Nothing has changed yet.').waitFor();
    await button(page, 'Close').click();
    await page.getByText('A change of this waits for approval.').waitFor();
    await expectAccessible(page);
    expect(await ledger.read(path)).toMatchObject({ enabled: true, version: 3 });
    const { items } = await ledger.read('/api/change-requests?status=PENDING_APPROVAL');
    await ledger.approve(items[0].id);
    await page.reload();
    await page.getByText('Not enabled', { exact: true }).waitFor();
    expect(await ledger.read(path)).toMatchObject({
      enabled: false,
      description: 'The warehouse',
      version: 4,
    });
    await context.close();
  },
);

inBrowser('an auditor only reads, on a phone, until the webhook is deleted', async () => {
  const { context, page } = await rig.signIn('webhook-auditor', ['audit.read']);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`${CONSOLE_ORIGIN}/config/webhooks?form=new`);
  await page.getByRole('link', { name: receiver.url }).waitFor();
  expect(await button(page, 'Create a webhook').count()).toBe(0);
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('link', { name: 'account.created' }).first().click();
  await page.getByRole('heading', { level: 2, name: 'account.created' }).waitFor();
  for (const name of ['Change', 'Delete', 'Show the secret', 'Send a test', 'Send again']) {
    expect(await button(page, name).count()).toBe(0);
  }
  await expectAccessible(page);
  expect(await measureOverflow(page)).toBe(0);
  await saveScreenshot(page, 'webhook-phone');
  await context.close();

  const deleter = await rig.signIn('webhook-deleter', ['configuration.write']);
  await deleter.page.getByRole('heading', { level: 1 }).waitFor();
  await deleter.page.keyboard.press('Control+k');
  await deleter.page.getByLabel('Identifier or name').fill(receiver.url);
  await deleter.page.keyboard.press('Enter');
  await deleter.page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  const deletion: [Locator, string] = [button(deleter.page, 'Delete'), 'Delete the webhook'];
  await closeDialog(await confirm(deleter.page, deletion, 'The webhook is deleted.'));
  await deleter.page.getByText('There are no webhooks yet.').waitFor();
  expect(await listWebhooks()).toEqual([]);
  await deleter.context.close();
});
