import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildDebitBody, buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import { disbursedLoan } from '../../support/fixtures/loans.ts';
import { createRule } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const evaluate = (body: unknown, productId = 'giro', options = {}) =>
  ledger.call('evaluateRules', { path: { productId }, body, ...options });

const sample = {
  posting: { direction: 'DEBIT', amount: '1500.00', currency: 'EUR' },
  account: { balance: '9007199254740993.00' },
  context: { channel: 'ATM', amount: '7' },
  now: '2026-11-20T00:00:00.000Z',
};

test('explains what each stored rule would do, in evaluation order', async () => {
  await createRule(ledger, 'giro', { id: 'limit' });
  await createRule(ledger, 'giro', { id: 'first', priority: 1, condition: 'acount.balance > 1' });
  await createRule(ledger, 'giro', { id: 'off', enabled: false });
  await createRule(ledger, 'giro', { id: 'loans', applies_to: ['LOAN_TRANSACTION'] });
  const items = (await readAllItems(ledger.tables.ledger)).length;

  const answer = await evaluate({ sample }, 'giro', { permissions: ['finance.read'] });

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    product_id: 'giro',
    applies_to: 'POSTING',
    decision: 'DENY',
    denied_by: 'first',
    rules: [
      {
        rule_id: 'first',
        outcome: 'ERROR',
        matched: false,
        error: { message: 'there is no variable acount here', line: 1, column: 1, offset: 0 },
      },
      {
        rule_id: 'limit',
        outcome: 'MATCHED',
        matched: true,
        action: buildRuleBody().action,
        effect: 'DENY',
      },
      { rule_id: 'loans', outcome: 'SKIPPED' },
      { rule_id: 'off', outcome: 'SKIPPED', enabled: false },
    ],
  });
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(items);
});

test('evaluates rules given in the request without storing them', async () => {
  const rules = [
    'account.balance == 9007199254740993',
    'account.balance == 9007199254740992',
    'context.amount + "1" == "71" && context.channel == "ATM"',
    'now == timestamp("2026-11-20T00:00:00Z") && posting.reference == "" && loan == null',
    'amount >',
  ].map((condition) => buildRuleBody({ condition, action: { type: 'NOTIFY' } }));

  const answer = await evaluate({ sample, rules });

  expect(answer.body.rules.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'MATCHED',
    'NOT_MATCHED',
    'MATCHED',
    'MATCHED',
    'ERROR',
  ]);
  expect(answer.body.rules[4].error).toMatchObject({ line: 1, column: 9 });
  expect(answer.body).toMatchObject({ decision: 'DENY', denied_by: '/rules/4' });
});

test('shows which actions are complete enough to take effect', async () => {
  const actions: [object, string][] = [
    [{}, 'NONE'],
    [{ type: 'NOTIFY' }, 'NONE'],
    [{ type: 'DENY' }, 'DENY'],
    [{ type: 'CHARGE_FEE', amount: '1.00', income_account_code: '4000' }, 'CHARGE_FEE'],
    [{ type: 'CHARGE_FEE', amount: '1.00', income_account_code: '4000 ' }, 'NONE'],
    [{ type: 'CHARGE_FEE', amount: '0.00', income_account_code: '4000' }, 'NONE'],
    [{ type: 'CHARGE_FEE', amount: 1, income_account_code: '4000' }, 'NONE'],
  ];
  const rules = actions.map(([action]) => buildRuleBody({ action }));

  const answer = await evaluate({ sample, rules });

  expect(answer.body.rules).toMatchObject(
    actions.map(([action, effect]) => ({ action, effect, outcome: 'MATCHED' })),
  );
});

test.each(['0000-01-01T00:00:00Z', '2026-06-30T23:59:60Z', '9999-12-31T23:59:59-01:00'])(
  'refuses the time %s, which no condition can read',
  async (now) => {
    expect((await evaluate({ sample: { ...sample, now } })).body).toMatchObject({
      statusCode: 400,
      code: 'invalid_request',
      message: ['/sample/now is not a representable time'],
    });
  },
);

test('reads a time in lower case', async () => {
  const rules = [buildRuleBody({ condition: 'now.getFullYear() == 2020' })];
  const answer = await evaluate({ sample: { ...sample, now: '2020-11-20t00:00:00z' }, rules });

  expect(answer.body.rules).toMatchObject([{ outcome: 'MATCHED' }]);
});

test('takes an empty condition as true', async () => {
  const made = await createRule(ledger, 'always', {
    condition: 'false',
    applies_to: ['', 'POSTING'],
  });
  const path = { productId: 'always', ruleId: made.body.id };
  expect((await ledger.call('updateRule', { path, body: { condition: '' } })).status).toBe(200);
  await createRule(ledger, 'always', { condition: '' });

  const answer = await evaluate({ sample }, 'always');

  expect(answer.body.rules).toMatchObject([{ outcome: 'MATCHED' }, { outcome: 'MATCHED' }]);
});

test('evaluates another subject and allows where no rule denies', async () => {
  const answer = await evaluate({ sample, applies_to: 'LOAN_TRANSACTION' }, 'nothing-here');

  expect(answer.body).toEqual({
    product_id: 'nothing-here',
    applies_to: 'LOAN_TRANSACTION',
    decision: 'ALLOW',
    rules: [],
  });
});

test('ignores rules of another tenant', async () => {
  await createRule(ledger, 'theirs', {}, { tenant: 'globex' });

  expect((await evaluate({ sample }, 'theirs')).body.rules).toEqual([]);
});

test('needs no key, requires a sample and accepts at most 100 rules', async () => {
  const many = Array.from({ length: 101 }, () => buildRuleBody());

  expect((await evaluate({})).body.code).toBe('invalid_request');
  expect((await evaluate({ sample, rules: many })).body.code).toBe('invalid_request');
  expect((await evaluate({ sample }, 'giro', { permissions: [] })).body.code).toBe(
    'permission_denied',
  );
});

const DENY = { type: 'DENY', message: 'no' };
const rule = (id: string, condition: string, action: object = DENY) =>
  buildRuleBody({ id, condition, action });
const NOTICE = { type: 'NOTIFY' };

test('shows what rules would have done on the newest postings of the product', async () => {
  const account = await openAccount(ledger, { product: 'tried', funds: '5000.00' });
  await openAccount(ledger, { product: 'elsewhere', funds: '9.00' });
  const large = await postEntry(ledger, buildDebitBody(account, '1500.00'));
  const small = await postEntry(ledger, buildDebitBody(account, '10.00'));
  const reversed = await approveAdjustment(ledger, await adjustEntry(ledger, small));
  expect(reversed.body.status).toBe('APPLIED');
  const rules = [
    rule('limit', 'posting.direction == "DEBIT" && amount > 1000.00'),
    rule('exact', 'account.balance == 5000.00 && account.balance_after == 3500.00', NOTICE),
    rule('typo', 'amount < 100 && acount.balance > 0', NOTICE),
    rule('loan', 'loan != null || account.status != "ACTIVE" || context.actor == ""'),
    rule('other', 'now.getFullYear() < 2000 || size(journal_entry.account_postings) != 1'),
  ];
  const items = (await readAllItems(ledger.tables.ledger)).length;

  const { status, body } = await evaluate({ sample, rules, newest_postings: 100 }, 'tried');

  expect(status).toBe(200);
  const error = { message: 'there is no variable acount here', line: 1, column: 17, offset: 16 };
  const head = { account_id: account, currency: 'EUR', posted_at: expect.any(String) };
  expect(body.newest_postings.items).toEqual([
    {
      ...head,
      journal_entry_id: small,
      direction: 'DEBIT',
      amount: '10.00',
      decision: 'DENY',
      denied_by: 'typo',
      rules: [{ rule_id: 'typo', outcome: 'ERROR', effect: 'NONE', error }],
    },
    {
      ...head,
      journal_entry_id: large,
      direction: 'DEBIT',
      amount: '1500.00',
      decision: 'DENY',
      denied_by: 'limit',
      rules: [
        { rule_id: 'exact', outcome: 'MATCHED', effect: 'NONE' },
        { rule_id: 'limit', outcome: 'MATCHED', effect: 'DENY' },
      ],
    },
    expect.objectContaining({ direction: 'CREDIT', decision: 'ALLOW', rules: [] }),
  ]);
  expect(body.newest_postings.has_more).toBe(false);
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(items);
  // `applies_to` is about the sample.
  const last = { sample, rules, newest_postings: 1, applies_to: 'LOAN_TRANSACTION' };
  const one = await evaluate(last, 'tried');
  expect(one.body.newest_postings.items).toEqual([body.newest_postings.items[0]]);
  const foreign = await evaluate({ sample, newest_postings: 9 }, 'tried', { tenant: 'globex' });
  const none = { items: [], entries_read: 0, has_more: false };
  expect(foreign.body.newest_postings).toEqual(none);
});

test('what was not stored of a posting is no variable when rules are tried on it', async () => {
  const tenant = 'lender';
  const caller = { call: (name: never, options = {}) => ledger.call(name, { tenant, ...options }) };
  await disbursedLoan(caller);
  const rules = [
    rule('loan', 'loan.principal > 0'),
    rule('kind', 'transaction.type == "DISBURSEMENT"', NOTICE),
    rule('operation', 'context.operation == "disburseLoan"'),
    rule('version', 'account.version > 1'),
  ];

  const answer = await evaluate({ sample, rules, newest_postings: 1 }, 'current', { tenant });

  const [{ rules: outcomes }] = answer.body.newest_postings.items;
  expect(
    outcomes.map((tried: { rule_id: string; error?: { message: string } }) => [
      tried.rule_id,
      tried.error?.message,
    ]),
  ).toEqual([
    ['kind', undefined],
    ['loan', 'there is no variable loan here'],
    ['operation', 'there is no member operation'],
    ['version', 'there is no member version'],
  ]);
});

test('finds older postings of a product behind many others', async () => {
  const tenant = 'busy';
  const rare = await openAccount(ledger, { tenant, product: 'rare', funds: '1.00' });
  const busy = await openAccount(ledger, { tenant, product: 'busy' });
  const entries = Array.from({ length: 21 }, () => credit(busy, '1.00'));
  for (let n = 0; n < 6; n += 1) {
    const posted = await ledger.call('postJournalEntries', { tenant, body: { entries } });
    expect(posted.status).toBe(201);
  }

  const { body } = await evaluate({ sample, newest_postings: 5 }, 'rare', { tenant });
  const newest = await evaluate({ sample, newest_postings: 100 }, 'busy', { tenant });

  expect(body.newest_postings).toMatchObject({ entries_read: 127, has_more: false });
  expect(body.newest_postings.items).toMatchObject([{ account_id: rare, amount: '1.00' }]);
  expect(newest.body.newest_postings).toMatchObject({ entries_read: 100, has_more: true });
  expect(newest.body.newest_postings.items).toHaveLength(100);
});

test.each([{ newest_postings: 0 }, { newest_postings: 101 }, { newest_postings: 1.5 }])(
  'refuses %j',
  async (change) => {
    const refused = await evaluate({ sample, ...change });

    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  },
);
