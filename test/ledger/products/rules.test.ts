// Rules of products, through the operations that post.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, debit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';
import { createRule, buildFeeRule, publishProduct } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => stopSoundLedger(ledger));

const post = (body: unknown, options: CallOptions = {}) =>
  ledger.call('postJournalEntry', { body, ...options });
const balanceOf = async (accountId: string) =>
  (await ledger.call('getAccountBalance', { path: { accountId } })).body.balance;

let products = 0;

/** A funded account of its own product with these rules. */
async function accountWith(changes: Record<string, unknown>[], funds = '5000.00') {
  const product = `product-${(products += 1)}`;
  for (const change of changes) await createRule(ledger, product, change);
  const account = await openAccount(ledger, { product });
  if (funds !== '') expect((await post(credit(account, funds))).status).toBe(201);
  return { product, account };
}

test('denies above the limit to the cent, with the rule’s message and id, and posts nothing', async () => {
  const { account } = await accountWith([{ id: 'limit' }]);

  const above = await post(debit(account, '1000.01'));
  const below = await post(debit(account, '1000.00'));

  expect(above.body).toMatchObject({
    statusCode: 403,
    code: 'policy_denied',
    message: 'No more than 1000.00 at once. (rule limit)',
  });
  expect(below.status).toBe(201);
  expect(await balanceOf(account)).toBe('4000.00');
});

test('a fee has a reference of whole characters, though it is cut', async () => {
  const { account } = await accountWith([buildFeeRule('0.01', { id: `a${'😀'.repeat(100)}` })]);

  const { body } = await post(debit(account, '1.00'));

  const [, fee] = body.account_postings;
  expect(fee.reference).toMatch(/^Fee a/);
  expect([fee.reference.length, fee.reference.isWellFormed()]).toEqual([160, true]);
});

test('compares exactly far beyond the range of a float', async () => {
  const limit = `${'9'.repeat(35)}.98`;
  const condition = `amount > ${limit} || amount == "9007199254740993.00"`;
  const { account } = await accountWith([{ condition }], '');

  expect((await post(credit(account, `${'9'.repeat(35)}.99`))).status).toBe(403);
  expect((await post(credit(account, '9007199254740993.00'))).status).toBe(403);
  expect((await post(credit(account, '9007199254740992.00'))).status).toBe(201);
  expect((await post(credit(account, '9007199254740992.99'))).status).toBe(201);
});

test.each([
  ['an unknown variable', 'acount.balance > 0', 'there is no variable acount here'],
  ['an unknown member', 'posting.constructor == 1', 'there is no member constructor'],
  ['a prototype', 'account.__proto__.polluted', 'there is no member __proto__'],
  ['a result that is not a boolean', 'amount', 'must be true or false'],
  ['an invalid comparison', 'account.status > amount', '> cannot take'],
  [
    'too many steps',
    '[1,2,3,4,5,6,7,8,9,10].map(a, [1,2,3,4,5,6,7,8,9,10].map(b, [1,2,3,4,5,6,7,8,9,10].map(c, [1,2,3,4,5,6,7,8,9,10].map(d, d)))) == []',
    'takes more than 10000 steps',
  ],
])('a rule that cannot be evaluated denies: %s', async (_, condition, reason) => {
  const { account } = await accountWith([{ id: 'broken', condition }], '');

  const refused = await post(credit(account, '1.00'));

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'policy_denied' });
  expect(refused.body.message).toContain('Rule broken cannot be evaluated: line 1, column');
  expect(refused.body.message).toContain(reason);
});

test('evaluates by priority and ignores rules that are disabled, for another subject or product', async () => {
  const deny = (message: string) => ({ condition: 'true', action: { type: 'DENY', message } });
  const { account } = await accountWith(
    [
      { id: 'z-first', priority: 1, ...deny('first') },
      { id: 'a-second', priority: 2, condition: 'missing' },
    ],
    '',
  );
  const { account: free } = await accountWith([
    { ...deny('disabled'), enabled: false },
    { ...deny('loans'), applies_to: ['LOAN_TRANSACTION'] },
    { ...deny('own'), applies_to: ['CARD'] },
    { ...deny('nothing'), applies_to: [] },
  ]);

  expect((await post(credit(account, '1.00'))).body.message).toBe('first (rule z-first)');
  expect((await post(debit(free, '1.00'))).status).toBe(201);
  expect((await post(transfer(free, account, '1.00'))).body.code).toBe('policy_denied');
});

test('adds a fee to the journal entry, with its debit on the account', async () => {
  const { account } = await accountWith([{ id: 'fee', ...buildFeeRule('1.25') }], '100.00');

  const posted = await post(debit(account, '10.00'));

  expect(posted.body).toMatchObject({
    ledger_lines: [
      { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '10.00' },
      { account_code: '1000', credit_amount: '10.00' },
      { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '1.25' },
      { account_code: '4000-FEES', credit_amount: '1.25' },
    ],
    account_postings: [
      { direction: 'DEBIT', amount: '10.00', balance_after: '90.00' },
      { direction: 'DEBIT', amount: '1.25', balance_after: '88.75', reference: 'Fee fee' },
    ],
  });
  const refused = await post(debit(account, '88.00'));
  expect(refused.body).toMatchObject({ statusCode: 409, code: 'insufficient_funds' });
  expect(await balanceOf(account)).toBe('88.75');
});

test('denies with a default message, and lets every incomplete or unknown action do nothing', async () => {
  const { account } = await accountWith([{ id: 'silent', action: { type: 'DENY', message: 7 } }]);
  const fee = { type: 'CHARGE_FEE', amount: '1.00' };
  const actions = [{}, { deny: true }, { type: 123 }, { type: 'deny' }, fee];
  const rules = actions.map((action, id) => ({ id: `rule-${id}`, condition: 'true', action }));
  const { account: free } = await accountWith(rules, '');

  const denied = await post(debit(account, '1000.01'));
  const posted = await post(credit(free, '1.00'), { correlationId: 'without-effect' });

  expect(denied.body.message).toBe('A rule of the product denies this. (rule silent)');
  expect(posted.body.account_postings).toHaveLength(1);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'without-effect');
  const [, ...matches] = receipt ? readStoredEvents(receipt) : [];
  expect(matches.map(({ payload }) => payload)).toMatchObject(
    actions.map((action) => ({ action })),
  );
});

test('posts 20 postings that 50 rules match, each of which looks at every line', async () => {
  const condition = 'journal_entry.ledger_lines.all(line, line.account_code.startsWith("1"))';
  const rules = Array.from({ length: 50 }, (_, index) => {
    return { id: `notice-${index}`, condition, action: { type: 'NOTIFY', channel: 'compliance' } };
  });
  const { account } = await accountWith(rules, '');
  const { account_postings } = credit(account, '1.00');
  const ledger_lines = Array.from({ length: 80 }, (_, index) => ({
    account_code: `1${index}`,
    [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '1.00',
  }));

  const posted = await post({
    ledger_lines,
    account_postings: Array(20).fill(account_postings[0]),
  });

  expect(posted.status).toBe(201);
  expect(posted.body.account_postings.at(-1).balance_after).toBe('20.00');
});

test('records a match in the receipt of the posting', async () => {
  const action = { type: 'NOTIFY', channel: 'compliance', level: 3 };
  const { account, product } = await accountWith([{ id: 'notice', condition: 'true', action }], '');

  const posted = await post(credit(account, '1.00'), { correlationId: 'policy-event' });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'policy-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'journal_entry.posted', aggregateId: posted.body.id },
    {
      type: 'policy.rule_matched',
      aggregateId: posted.body.id,
      version: 1,
      payload: {
        rule_id: 'notice',
        product_id: product,
        subject: 'POSTING',
        action,
        journal_entry_id: posted.body.id,
        posting_key: `${posted.body.id}#1`,
        account_id: account,
      },
    },
  ]);
});

test('shows rules the balance after the earlier postings of the request', async () => {
  const condition = 'posting.direction == "DEBIT" && account.balance_after < 50.00';
  const { account } = await accountWith([{ condition }], '100.00');
  const entries = [debit(account, '30.00'), debit(account, '30.00')];

  const refused = await ledger.call('postJournalEntries', { body: { entries } });
  const allowed = await ledger.call('postJournalEntries', {
    body: { entries: [...entries, credit(account, '10.00')].toReversed() },
  });

  expect(refused.body.code).toBe('policy_denied');
  expect(allowed.status).toBe(201);
  expect(await balanceOf(account)).toBe('50.00');
});

test('evaluates rules for an opening balance, but charges no fee', async () => {
  const fee = { condition: 'amount > 0', action: buildFeeRule('1.00').action };
  const { account } = await accountWith([fee, { condition: 'amount > 1000' }], '');
  const opening = (amount: string) => ({
    ...credit(account, amount),
    entry_type: 'OPENING_BALANCE',
  });

  expect((await post(opening('1000.01'))).body.code).toBe('policy_denied');
  const opened = await post(opening('900.00'));
  expect(opened.body.account_postings).toHaveLength(1);
});

test('evaluates rules after validity and existence, and before balances and status', async () => {
  const deny = { condition: 'true', action: { type: 'DENY', message: 'never' } };
  const { account } = await accountWith([deny], '');
  const unknown = 'acc_01a1fa61-4c75-73fb-9fc6-77d1a8688100';
  const [one, two] = debit(account, '1.00').ledger_lines;

  const unbalanced = {
    ...debit(account, '1.00'),
    ledger_lines: [one, { ...two, credit_amount: '2.00' }],
  };
  expect((await post(unbalanced)).body.code).toBe('unbalanced');
  expect((await post(transfer(account, unknown, '1.00'))).body.code).toBe('account_not_found');
  expect((await post(debit(account, '1.00'))).body.code).toBe('policy_denied');
});

test('applies rules, fees and overdrafts to a workflow’s steps as to postings', async () => {
  const limit = { id: 'limit', condition: 'context.operation == "executeWorkflow" && amount > 5' };
  const { account, product } = await accountWith(
    [limit, buildFeeRule('1.00', { priority: 1 })],
    '10.00',
  );
  const charge = (amount: string) => ({
    action: 'CHARGE_FEE',
    parameters: { account_id: account, amount },
  });

  const denied = await createAndExecuteWorkflow(ledger, [charge('1.00'), charge('5.01')]);
  const charged = await createAndExecuteWorkflow(ledger, [charge('5.00')]);

  expect(denied.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(denied.body.message).toContain('No more than 1000.00 at once. (rule limit)');
  expect(charged.status).toBe(201);
  expect(await balanceOf(account)).toBe('4.00');
  await publishProduct(ledger, `${product}-overdrawn`, { overdraft_limit: '3.00' });
  const overdrawn = await openAccount(ledger, { product: `${product}-overdrawn` });
  const step = { action: 'CHARGE_FEE', parameters: { account_id: overdrawn, amount: '3.00' } };
  expect((await createAndExecuteWorkflow(ledger, [step])).status).toBe(201);
  expect((await createAndExecuteWorkflow(ledger, [step])).body.code).toBe('step_failed');
});

test('applies a tenant’s rules to its own accounts only', async () => {
  const deny = { condition: 'true', action: { type: 'DENY', message: 'never' } };
  const { product } = await accountWith([deny], '');
  const other = { tenant: 'globex' };
  const theirs = await openAccount(ledger, { ...other, product });

  expect((await post(credit(theirs, '1.00'), other)).status).toBe(201);
});

test('allows an overdraft of the product, to the cent', async () => {
  await publishProduct(ledger, 'overdraft', { overdraft_limit: '100.00' });
  const account = await openAccount(ledger, { product: 'overdraft' });

  const refused = await post(debit(account, '100.01'));
  const posted = await post(debit(account, '100.00'));

  expect(refused.body).toMatchObject({
    code: 'insufficient_funds',
    message: `Account ${account} holds 0.00 with an overdraft of 100.00, less than 100.01.`,
  });
  expect(posted.body.account_postings[0].balance_after).toBe('-100.00');
});
