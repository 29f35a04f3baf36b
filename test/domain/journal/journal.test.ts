import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import type { AccountState } from '../../../functions/domain/accounts/accounts.ts';
import { draftEntries } from '../../../functions/domain/journal/entry-draft.ts';
import { DEFAULT_GENERAL_LEDGER_TERMS } from '../../../functions/domain/journal/entry-controls.ts';
import type { JournalEntryRequest } from '../../../functions/domain/journal/entry-draft.ts';
import { isBalanced, postEntries } from '../../../functions/domain/journal/journal.ts';
import { formatMoney, toMinorUnits, money } from '../../../functions/domain/values/money.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { fc } from '../../support/nouns/properties.ts';

const now = new Date('2026-11-20T10:00:00.000Z');

function account(id: string, changes: Partial<AccountState> = {}): AccountState {
  const request = { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' };
  return { ...openAccount(request, id, now).state, ...changes };
}

function context(at = now) {
  let made = 0;
  return {
    now: at,
    postedBy: 'ada',
    correlationId: 'flow',
    idsAt: (time: Date) => (prefix: string) => `${prefix}_${time.getTime()}_${(made += 1)}`,
    generalLedger: DEFAULT_GENERAL_LEDGER_TERMS,
  };
}

const amount = (value: bigint) => formatMoney(money(value, 'EUR'));

function entry(postings: [string, 'DEBIT' | 'CREDIT', bigint][]): JournalEntryRequest {
  return {
    ledger_lines: [
      { account_code: '1', debit_amount: '1.00' },
      { account_code: '2', credit_amount: '1.00' },
    ],
    account_postings: postings.map(([account_id, direction, value]) => {
      return { account_id, direction, amount: amount(value), currency: 'EUR' };
    }),
  };
}

const post = (requests: JournalEntryRequest[], accounts: AccountState[], at?: Date) =>
  postEntries(
    draftEntries(
      requests,
      requests.map(() => ''),
    ),
    new Map(accounts.map((a) => [a.id, a])),
    context(at),
  );

const posting = fc.record({
  account: fc.constantFrom('a', 'b', 'c'),
  direction: fc.constantFrom('DEBIT' as const, 'CREDIT' as const),
  value: fc.bigInt({ min: 1n, max: 10n ** 20n }),
});

test('keeps balance, sequence and version right in every history, and no balance negative', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(posting, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      (history) => {
        const start = ['a', 'b', 'c'].map((id) =>
          account(id, { balance: money(10n ** 19n, 'EUR') }),
        );
        const requests = history.map((one) =>
          entry(one.map((p) => [p.account, p.direction, p.value])),
        );
        // The reference applies the postings one by one to whole numbers.
        const expected = new Map(start.map(({ id }) => [id, { balance: 10n ** 19n, count: 0 }]));
        const afters: bigint[] = [];
        let isBroke = false;
        for (const p of history.flat()) {
          const state = expected.get(p.account) ?? { balance: 0n, count: 0 };
          state.balance += p.direction === 'CREDIT' ? p.value : -p.value;
          state.count += 1;
          isBroke ||= state.balance < 0n;
          afters.push(state.balance);
        }
        if (isBroke) {
          expect(() => post(requests, start)).toThrow(
            expect.objectContaining({ code: 'insufficient_funds' }),
          );
          return;
        }
        const posted = post(requests, start);
        expect(
          posted.entries.flatMap(({ postings }) =>
            postings.map((p) => toMinorUnits(p.balanceAfter)),
          ),
        ).toEqual(afters);
        for (const state of posted.accounts) {
          const { balance, count } = expected.get(state.id) ?? { balance: -1n, count: -1 };
          expect(toMinorUnits(state.balance)).toBe(balance);
          expect(state.sequence).toBe(count);
          expect(state.version).toBe(1 + count);
        }
      },
    ),
  );
});

test('keeps times increasing within an account when a clock goes back', () => {
  const late = account('a', { postedAt: '2026-11-20T10:00:05.000Z' });

  const { entries } = post([entry([['a', 'CREDIT', 1n]])], [late], now);

  expect(entries[0]?.postedAt).toBe('2026-11-20T10:00:05.001Z');
  expect(entries[0]?.id).toContain(String(Date.parse('2026-11-20T10:00:05.001Z')));
});

test('gives the entries of an account identifiers in the order of its sequence, from several processes', () => {
  const clocks = [now, now, new Date(now.getTime() - 5_000), now];
  const ids: string[] = [];
  let state = account('a');
  for (let count = 0; count < 40; count += 1) {
    const clock = clocks[count % clocks.length];
    // Each request makes its identifiers itself, from another start within the millisecond.
    const own = { ...context(clock), idsAt: buildIdGenerator(4) };
    const drafts = draftEntries([entry([['a', 'CREDIT', 1n]])], ['']);
    const posted = postEntries(drafts, new Map([['a', state]]), own);
    state = posted.accounts[0] ?? state;
    ids.push(...posted.entries.map(({ id }) => id));
  }

  expect(ids).toEqual(ids.toSorted());
  expect(state.sequence).toBe(40);
});

test.each(['FROZEN', 'CLOSED'] as const)('refuses a posting on a %s account', (status) => {
  expect(() => post([entry([['a', 'CREDIT', 1n]])], [account('a', { status })])).toThrow(
    expect.objectContaining({ code: 'account_not_active' }),
  );
});

test('reports what is not found before what is in conflict', () => {
  const frozen = account('a', { status: 'FROZEN' });

  const attempt = () =>
    post(
      [
        entry([
          ['a', 'CREDIT', 1n],
          ['unknown', 'CREDIT', 1n],
        ]),
      ],
      [frozen],
    );

  expect(attempt).toThrow(expect.objectContaining({ code: 'account_not_found' }));
});

test('changes only the accounts of the postings', () => {
  const { accounts } = post([entry([['a', 'CREDIT', 1n]])], [account('a'), account('b')]);

  expect(accounts.map(({ id }) => id)).toEqual(['a']);
});

test('accepts exactly the lines whose debits equal their credits', () => {
  const line = fc.record({
    side: fc.constantFrom('DEBIT', 'CREDIT'),
    value: fc.bigInt({ min: 1n, max: 9n }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 8 }), (lines) => {
      const difference = lines.reduce(
        (sum, { side, value }) => sum + (side === 'DEBIT' ? value : -value),
        0n,
      );
      const request = {
        ledger_lines: lines.map(({ side, value }) => ({
          account_code: '1',
          [side === 'DEBIT' ? 'debit_amount' : 'credit_amount']: amount(value),
        })),
      };
      if (difference === 0n) {
        const [draft] = draftEntries([request], ['']);
        expect(isBalanced(draft?.ledgerLines ?? [])).toBe(true);
      } else {
        expect(() => draftEntries([request], [''])).toThrow(
          expect.objectContaining({ code: 'unbalanced' }),
        );
      }
    }),
  );
});

test('a refusal has its code, status and faults', () => {
  const refusal = new Refusal('unbalanced', ['one', 'two']);

  expect(refusal).toMatchObject({
    code: 'unbalanced',
    status: 400,
    faults: ['one', 'two'],
    message: 'one two',
  });
});

test('posts nothing before the last change of an account, such as its unfreezing, when a clock goes back', () => {
  const updatedAt = '2026-11-20T10:00:05.000Z';
  const accounts = [account('a'), account('b', { updatedAt })];

  const posted = post([entry([['a', 'CREDIT', 1n]]), entry([['b', 'CREDIT', 1n]])], accounts, now);

  for (const { postedAt } of posted.entries) expect(postedAt >= updatedAt).toBe(true);
  for (const state of posted.accounts) expect(state.updatedAt >= updatedAt).toBe(true);
});
