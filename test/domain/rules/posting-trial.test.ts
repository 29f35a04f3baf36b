// Rules that are tried on stored postings see what they would have seen when these were posted.
import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { isJudged, tryRulesOnPostings } from '../../../functions/domain/rules/posting-trial.ts';
import { toTrialRules } from '../../../functions/domain/rules/rule-trial.ts';
import { money } from '../../../functions/domain/values/money.ts';

const terms = { customer_id: 'cus-1', product_id: 'giro', name: 'Ada', currency: 'EUR' };
const account = openAccount(terms, 'acc_1', new Date('2026-11-20T10:00:00.000Z')).state;

type TriedMovement = Pick<JournalEntry['postings'][number], 'direction'> & {
  readonly entryType?: JournalEntry['entryType'];
  /** In minor units. */
  readonly after: bigint;
};

/** A posting of 30.00. */
function buildPosting({ direction, after, entryType = 'POSTING' }: TriedMovement) {
  const amount = money(3_000n, 'EUR');
  const posting = {
    accountId: account.id,
    direction,
    amount,
    balanceAfter: money(after, 'EUR'),
    entryId: 'ent_1',
    sequence: 1,
  };
  const entry: JournalEntry = {
    id: 'jrn_1',
    entryType,
    ledgerLines: [
      { accountCode: '1000', side: 'DEBIT', amount },
      { accountCode: '2000', side: 'CREDIT', amount },
    ],
    postings: [posting],
    currency: 'EUR',
    effectiveDate: '2026-11-20',
    postedBy: 'ada',
    correlationId: 'flow-1',
    postedAt: '2026-11-20T10:00:00.000Z',
  };
  return { entry, posting, account: { ...account, status: 'CLOSED' as const } };
}

function tryRule(condition: string, movement: TriedMovement, action: object = { type: 'NOTIFY' }) {
  const rules = toTrialRules('giro', [{ rule_type: 'TRIED', condition, action }]);
  const tried = tryRulesOnPostings(rules, [buildPosting(movement)]).flatMap((one) => one.tried);
  return tried.map(({ outcome }) => outcome);
}

test.each([
  ['CREDIT', 13_000n, 100, 130],
  ['DEBIT', 7_000n, 100, 70],
] as const)('a %s shows the balance before and after it', (direction, after, balance, left) => {
  const condition = `account.balance == ${balance} && account.balance_after == ${left}`;

  expect(tryRule(condition, { direction, after })).toEqual(['MATCHED']);
});

test('an account that is closed now was active when it was posted on', () => {
  const movement = { direction: 'CREDIT', after: 3_000n } as const;

  expect(tryRule('account.status == "ACTIVE"', movement)).toEqual(['MATCHED']);
});

test('an opening balance is judged, and bears no fee', () => {
  const fee = { type: 'CHARGE_FEE', amount: '1.00', income_account_code: '4000' };
  const movement = { direction: 'CREDIT', after: 3_000n } as const;
  const opening = { ...movement, entryType: 'OPENING_BALANCE' } as const;

  expect(tryRule('amount > 0', movement, fee)).toEqual(['MATCHED']);
  expect(tryRule('amount > 0', opening, fee)).toEqual([]);
  expect(tryRule('amount > 0', opening)).toEqual(['MATCHED']);
});

test.each([
  ['POSTING', true],
  ['OPENING_BALANCE', true],
  ['REVERSAL', false],
  ['CORRECTION', false],
] as const)('rules judge the postings of a %s: %s', (entryType, expected) => {
  const { entry } = buildPosting({ direction: 'CREDIT', after: 3_000n, entryType });

  expect(isJudged(entry)).toBe(expected);
});
