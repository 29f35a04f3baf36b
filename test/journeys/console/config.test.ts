// The configuration in a browser: what an operator changes there, checked over the API.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import { expectAccessible, startConsoleRig } from '../../support/console/console-rig.ts';
import {
  CONFIGURATOR,
  cutFirstAnswer,
  expectPendingVersion,
  follow,
} from '../../support/console/configuration-steps.ts';
import type { ConsoleRig } from '../../support/console/console-rig.ts';
import { CONSOLE_ORIGIN } from '../../support/stack/templates.ts';
import {
  hasBrowser,
  inBrowser,
  measureOverflow,
  saveScreenshot,
} from '../../support/stack/browser.ts';

const PRODUCT = 'current-account';

let rig: ConsoleRig;

beforeAll(async () => {
  if (!hasBrowser) return;
  rig = await startConsoleRig();
  await rig.post('/api/products', { type: PRODUCT, config: { overdraft_limit: '0.00' } });
  const account = { name: 'Ada', customer_id: 'cus-1', product_id: PRODUCT, currency: 'EUR' };
  const { id } = await rig.post('/api/accounts', account);
  await rig.post('/api/journal-entries', buildCreditBody(id, '750.00'));
  await rig.post('/api/journal-entries', buildCreditBody(id, '20.00'));
});
afterAll(() => rig?.stop());

inBrowser('a rule is checked as it is typed, tried on postings, and created once', async () => {
  const { context, page, errors } = await rig.signIn('rule-maker', CONFIGURATOR);
  await page.getByRole('link', { name: 'Configuration', exact: true }).click();
  await page.getByRole('link', { name: PRODUCT }).click();
  await page.getByRole('link', { name: 'Rules of this product' }).click();
  await page.getByText('This product has no rules yet.').waitFor();
  await page.getByRole('button', { name: 'Create a rule' }).click();
  await page.getByLabel('Rule id').fill('limit');
  await page.getByLabel('Type of rule').fill('LIMIT');
  const condition = page.getByLabel('Condition (CEL)');
  await condition.fill('amount > 500.00 && acount.balance > 0');
  await condition.fill('acount.balance > 0');
  await page.getByText('Line 1, column 1: on the sample below, there is no').first().waitFor();
  expect(await page.locator('mark').first().textContent()).toBe('acount');
  await page.getByText('The condition can never be evaluated as it is.').waitFor();
  await expectAccessible(page);
  await condition.fill('amount > 500.00');
  await page.getByText('can be evaluated on the sample').waitFor();
  await page.getByText('Checked: this can be sent, and takes effect at once.').waitFor();
  await page.getByRole('button', { name: 'Try the rule' }).click();
  await page.getByText('Of 2 postings it would have denied 1,').waitFor();
  await page.getByRole('row', { name: /750\.00.*denies/ }).waitFor();
  await page.getByRole('row', { name: /20\.00.*does nothing/ }).waitFor();

  // The draft outlives the page.
  await page.reload();
  await page.getByText('It is not sent yet.').waitFor();
  expect(await condition.inputValue()).toBe('amount > 500.00');
  expect((await rig.read(`/api/products/${PRODUCT}/rules`)).length).toBe(0);
  const countAttempts = await cutFirstAnswer(rig, page, '/api/products/*/rules', 'POST');
  await page.getByRole('button', { name: 'Create a rule' }).click();
  await page.getByText('It takes effect everywhere within ten seconds.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'limit', exact: true }).waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);

  expect(countAttempts()).toBe(2);
  const rules = await rig.read(`/api/products/${PRODUCT}/rules`);
  expect(rules).toMatchObject([{ id: 'limit', condition: 'amount > 500.00', enabled: true }]);
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});

inBrowser('a rule is changed, compared with its version before, and deleted', async () => {
  const path = `/api/products/${PRODUCT}/rules`;
  const body = { id: 'fee', rule_type: 'FEE', condition: 'amount > 1.00', action: { type: 'A' } };
  await rig.post(path, body);
  const { context, page } = await rig.signIn('rule-keeper', CONFIGURATOR);
  await follow(page, `/config/rules/fee?product=${PRODUCT}`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Condition (CEL)').fill('acount > 1.00');
  await page.getByLabel('Priority').fill('7');
  await page.getByRole('row', { name: /\/priority removed: 100 added: 7/ }).waitFor();
  await expectAccessible(page);
  // What another operator changes meanwhile is said, and stays.
  const other = { token: rig.token, body: { enabled: false } };
  expect((await rig.stack.request('PUT', `${path}/fee`, other)).status).toBe(200);
  await page.reload();
  await page.getByText('This has changed since you started your draft').waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('can never be evaluated as it is').waitFor();
  await page.getByText('Line 1, column 1: there is no variable acount here').first().waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('link', { name: 'Version 3' }).click();
  await page
    .getByRole('row', { name: /\/condition removed: amount > 1\.00 added: acount/ })
    .waitFor();
  await page.getByRole('button', { name: /fields are unchanged/ }).click();
  await page.getByRole('row', { name: '/enabled false' }).waitFor();
  expect(page.url()).toBe(`${CONSOLE_ORIGIN}/config/rules/fee?product=${PRODUCT}&v=3`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('heading', { name: 'What the rule would have done' }).waitFor();
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete the rule' }).click();
  await dialog.getByText('Saved').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('There is no rule of this id now.').waitFor();

  const { items } = await rig.read(`${path}/fee/versions`);
  const kinds = items.map(({ event_type }: { event_type: string }) => event_type);
  expect(kinds).toEqual(['rule.deleted', 'rule.updated', 'rule.updated', 'rule.created']);
  expect(items[1].content).toMatchObject({
    condition: 'acount > 1.00',
    priority: 7,
    enabled: false,
  });
  await context.close();
});

inBrowser('a product is published as it was typed, and its versions differ by field', async () => {
  const { context, page } = await rig.signIn('product-maker', CONFIGURATOR);
  await follow(page, `/config/products?form=new`);
  await page.getByLabel('Product id').fill('giro');
  await page.getByRole('button', { name: 'Publish a product' }).click();
  await page.getByText('Enter a type.').first().waitFor();
  await page.getByLabel('Type', { exact: true }).fill('GIRO');
  const terms = page.getByLabel('Terms (JSON)');
  await terms.fill('{"overdraft_limit": "5.00", "rate": }');
  await page.getByText('Line 1, column 37: this is not JSON.').first().waitFor();
  await terms.fill('{"overdraft_limit": "5.00", "rate": 1.23456789012345678901}');
  // The API judges what was typed, not what a browser would have made of it, and nothing is sent for that.
  await page.getByText('Line 1, column 37: is a number that cannot be held').first().waitFor();
  expect((await rig.read('/api/products')).map(({ id }: { id: string }) => id)).toEqual([PRODUCT]);
  await page.getByRole('button', { name: 'Publish a product' }).click();
  await page.getByText('/config/rate is a number that cannot be held exactly').waitFor();
  await expectAccessible(page);
  await terms.fill('{"overdraft_limit": "5.00", "rate": "1.23456789012345678901"}');
  await page.getByRole('button', { name: 'Publish a product' }).click();
  await page.getByText('It takes effect everywhere within ten seconds.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('link', { name: 'giro', exact: true }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await terms.fill('{"overdraft_limit": "9.00"}');
  await page.getByRole('button', { name: 'Publish a version' }).click();
  await page.getByText('It takes effect everywhere within ten seconds.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Version 2' }).click();
  await page.getByRole('row', { name: /overdraft_limit removed: 5\.00 added: 9\.00/ }).waitFor();
  await expectAccessible(page);

  expect(await rig.read('/api/products/giro')).toMatchObject({
    type: 'GIRO',
    version: 2,
    config: { overdraft_limit: '9.00' },
  });
  await context.close();
});

inBrowser('a change of the controls waits for another operator', async () => {
  const { context, page } = await rig.signIn('control-maker', CONFIGURATOR);
  await follow(page, `/config/controls`);
  await page.getByText('There are no controls.').waitFor();
  await page.getByRole('button', { name: 'Ask for a change' }).click();
  await page.getByRole('button', { name: 'Add a control' }).click();
  const when = page.getByLabel('Condition (CEL)');
  await when.fill('amount > 10000.00 &&\n  actor.kind == "SERVCE"');
  // Checked as it is typed, marked, and announced.
  await page
    .getByText(/Line 2, column \d+: actor\.kind is never "SERVCE"/)
    .first()
    .waitFor();
  await page.getByRole('status').getByText('actor.kind is never').waitFor();
  expect(await page.locator('mark').first().textContent()).toBe('actor');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await page.getByText(/\/controls\/0\/when line 2, column \d+: actor/).waitFor();
  expect((await rig.read('/api/change-requests')).items).toEqual([]);
  await when.fill('amount > 500.00');
  await page.getByText('Another operator must then approve it.').waitFor();
  await page.getByRole('button', { name: 'Try the controls' }).click();
  await page.getByText('Of 2 postings they would have caught 1.').waitFor();
  await page.getByRole('row', { name: /750\.00.*waits for approval: amount > 500\.00/ }).waitFor();
  await page.getByRole('row', { name: /20\.00.*is posted at once/ }).waitFor();
  await expectAccessible(page);
  await when.fill('amount > 10000.00');
  const countAttempts = await cutFirstAnswer(rig, page, '/api/controls', 'PUT');
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await page.getByText('Nothing has changed yet.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('A change of this waits for approval.').waitFor();
  await expectAccessible(page);

  expect(countAttempts()).toBe(2);
  const { items } = await rig.read('/api/change-requests?operation=replaceControls');
  expect(items).toHaveLength(1);
  expect(items[0].request.body.controls).toEqual([
    { operation: 'postJournalEntry', when: 'amount > 10000.00', require: 'APPROVAL' },
  ]);
  expect((await rig.read('/api/controls')).version).toBe(0);
  await page.getByRole('link', { name: 'Open the request' }).click();
  await page.getByRole('button', { name: 'Withdraw…' }).waitFor();
  await context.close();
});

inBrowser('entity schemas and workflows are published, and readers change nothing', async () => {
  const { context, page } = await rig.signIn('definer', CONFIGURATOR);
  await follow(page, `/config/schemas?form=new`);
  await page.getByLabel('Entity', { exact: true }).fill('branch');
  await page.getByLabel('Name for people').fill('Branch');
  await page.getByRole('button', { name: 'Publish a schema' }).click();
  await page.getByText('It takes effect everywhere within ten seconds.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Branch' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const fields = [
    { name: 'code', type: 'NUMBER', required: false },
    { name: 'name', type: 'STRING', required: true },
  ];
  await page.getByLabel('Fields (JSON)').fill(JSON.stringify(fields));
  await page.getByRole('button', { name: 'Publish a version' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Version 2' }).click();
  await page.getByRole('row', { name: /\/fields\/code\/type – added: NUMBER/ }).waitFor();
  // The field that was there is not changed by the one before it.
  expect(await page.getByRole('row', { name: /\/fields\/name/ }).count()).toBe(0);
  await expectAccessible(page);

  await follow(page, `/config/workflows?form=new`);
  await page.getByLabel('Name', { exact: true }).fill('Welcome');
  await page.getByLabel('Trigger', { exact: true }).first().fill('ACCOUNT_OPENED');
  const step = { order: 1, name: 'Mail', action: 'EMIT_EVENT', parameters: {}, condition: 'a b' };
  await page.getByLabel('Steps (JSON)').fill(JSON.stringify([step]));
  await page.getByText('/steps/0/condition: Line 1, column 3').first().waitFor();
  expect(await rig.read('/api/workflows')).toEqual([]);
  await page.getByLabel('Steps (JSON)').fill(JSON.stringify([{ ...step, condition: 'true' }]));
  await page.getByRole('button', { name: 'Define a workflow' }).click();
  await page.getByText('It takes effect everywhere within ten seconds.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Welcome' }).click();
  await page.getByRole('row', { name: /Mail EMIT_EVENT true/ }).waitFor();
  await page.getByRole('link', { name: 'Version 1' }).waitFor();
  await expectAccessible(page);
  await context.close();

  const [schema] = await rig.read('/api/schemas');
  await expectPendingVersion(rig, schema);
  expect(schema).toMatchObject({ entity_name: 'branch', version: 2, fields });
  expect(await rig.read('/api/workflows')).toMatchObject([{ trigger: 'ACCOUNT_OPENED' }]);
  const reader = await rig.signIn('config-reader', ['finance.read']);
  await reader.page.goto(`${CONSOLE_ORIGIN}/config/schemas?form=new`);
  await reader.page.getByRole('link', { name: 'Branch' }).waitFor();
  expect(await reader.page.getByRole('button', { name: /Publish/ }).count()).toBe(0);
  expect(await reader.page.getByLabel('Fields (JSON)').count()).toBe(0);
  await reader.context.close();
});

inBrowser('every editor fits on a phone, in the dark', async () => {
  const { context, page, errors } = await rig.signIn('phone-maker', CONFIGURATOR);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const [address, heading] of [
    ['products?form=new', 'Publish a product'],
    [`rules?form=new&product=${PRODUCT}`, 'Create a rule'],
    ['controls?form=edit', 'Ask for a change of the controls'],
    ['schemas?form=new', 'Publish a schema'],
    ['workflows?form=new', 'Define a workflow'],
  ]) {
    await follow(page, `/config/${address}`);
    await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'shown' }).first().waitFor();
    await expectAccessible(page);
    expect([address, await measureOverflow(page)]).toEqual([address, 0]);
    await saveScreenshot(page, `console-config-${address?.split('?')[0]}`);
  }
  expect(errors).toEqual([]);
  await context.close();
});
