// What a random history may hold: commands that name records by their place, newest first, so that
// they keep a meaning when others are taken out of the history.
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** A record of the operator's tenant or of the other one, or one that there never was. */
export interface Ref {
  readonly whose: 'own' | 'other' | 'nobody';
  readonly nth: number;
}

export interface Move {
  readonly account: Ref;
  readonly direction: 'DEBIT' | 'CREDIT';
  /** `all` is what the account holds. */
  readonly amount: string;
}

export type EntryFault = 'none' | 'unbalanced' | 'two sides' | 'zero' | 'foreign' | 'mixed';

export interface Entry {
  readonly moves: readonly Move[];
  readonly fault: EntryFault;
  readonly isOpening: boolean;
  readonly hasTexts: boolean;
}

/** How a request is sent again: as it was, or with its key on something else. */
export type Change = 'nothing' | 'order' | 'operator' | 'tenant' | 'body' | 'decision';

export type Doing =
  | { readonly do: 'open'; readonly currency: string }
  | { readonly do: 'post'; readonly entry: Entry }
  | { readonly do: 'batch'; readonly entries: readonly Entry[] }
  | { readonly do: 'ask'; readonly account: Ref; readonly transition: string }
  | {
      readonly do: 'decide';
      readonly on: 'lifecycle' | 'adjustment';
      readonly request: Ref;
      readonly how: 'approve' | 'reject';
    }
  | {
      readonly do: 'adjust';
      readonly of: 'JOURNAL_ENTRY' | 'TRANSACTION';
      readonly target: Ref;
      readonly type: string;
      readonly kinds: readonly string[];
      readonly entry: Entry;
      readonly lending: Lending;
    }
  | {
      readonly do: 'lend';
      readonly account: Ref;
      readonly principal: string;
      readonly currency: string;
    }
  | {
      readonly do: 'transact';
      readonly loan: Ref;
      readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
      readonly lending: Lending;
    }
  | { readonly do: 'look'; readonly at: Look; readonly record: Ref }
  | { readonly do: 'repeat'; readonly nth: number; readonly change: Change };

export interface Lending {
  /** `all` is what is outstanding, or left to pay out. */
  readonly amount: string;
  readonly more: string;
  readonly fault: 'none' | 'foreign' | 'sum' | 'part';
}

export type Look =
  | 'getAccount'
  | 'getAccountBalance'
  | 'getAccountStatement'
  | 'getJournalEntry'
  | 'getAccountLifecycleRequest'
  | 'getFinancialAdjustmentRequest'
  | 'getLoan'
  | 'getTransaction'
  | 'listLoanTransactions';

/** What is wrong with how a request is sent, whatever it asks. */
export type Handicap = 'token' | 'permission' | 'key' | 'body';

export type Command = Doing & {
  readonly by: string;
  /** 0 is where nearly everything happens. */
  readonly tenant: 0 | 1;
  readonly handicaps: readonly Handicap[];
};

const mostly = <Value>(usual: Value, ...others: Value[]): Arbitrary<Value> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const ref: Arbitrary<Ref> = fc.record({
  whose: mostly<Ref['whose']>('own', 'other', 'nobody'),
  nth: fc.constantFrom(0, 0, 1, 1, 2, 3),
});
const direction = fc.constantFrom<Move['direction'][]>('CREDIT', 'DEBIT', 'DEBIT');
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('1.00', '5.00', '10.00', '0.01', 'all', 'all') },
  { weight: 1, arbitrary: fc.constant(`${'9'.repeat(36)}.99`) },
);
const move: Arbitrary<Move> = fc.record({ account: ref, direction, amount });
const entry: Arbitrary<Entry> = fc.record({
  moves: fc.array(move, { maxLength: 3, size: 'max' }),
  fault: mostly<EntryFault>('none', 'unbalanced', 'two sides', 'zero', 'foreign', 'mixed'),
  isOpening: mostly(false, true),
  hasTexts: fc.boolean(),
});
const lending: Arbitrary<Lending> = fc.record({
  amount: fc.constantFrom('1.00', '5.00', '10.00', 'all', 'all'),
  more: fc.constantFrom('0.00', '0.00', '1.00'),
  fault: mostly<Lending['fault']>('none', 'foreign', 'sum', 'part'),
});
const transition = fc.constantFrom('FREEZE', 'UNFREEZE', 'CLOSE', 'CLOSE');
const how = fc.constantFrom(
  'approve' as const,
  'approve' as const,
  'approve' as const,
  'reject' as const,
);
const on = fc.constantFrom('lifecycle' as const, 'adjustment' as const);
const kind = fc.constantFrom(
  'DISBURSEMENT' as const,
  'REPAYMENT' as const,
  'REPAYMENT' as const,
  'INTEREST' as const,
  'FEE' as const,
);
const looks: readonly Look[] = [
  'getAccount',
  'getAccountBalance',
  'getAccountStatement',
  'getJournalEntry',
  'getAccountLifecycleRequest',
  'getFinancialAdjustmentRequest',
  'getLoan',
  'getTransaction',
  'listLoanTransactions',
];

const is = <Name extends Doing['do']>(name: Name) => fc.constant(name);

const asking = fc.record({ do: is('ask'), account: ref, transition });
const adjust = fc.record({
  do: is('adjust'),
  of: fc.constantFrom<('JOURNAL_ENTRY' | 'TRANSACTION')[]>(
    'JOURNAL_ENTRY',
    'JOURNAL_ENTRY',
    'TRANSACTION',
  ),
  target: ref,
  type: fc.constantFrom('REVERSAL', 'CORRECTION'),
  kinds: mostly(['fitting'], [], ['journal'], ['lending'], ['journal', 'lending']),
  entry,
  lending,
});

const doing: Arbitrary<Doing> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: is('open'), currency: mostly('EUR', 'USD') }) },
  { weight: 8, arbitrary: fc.record({ do: is('post'), entry }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('batch'),
      entries: fc.array(entry, { minLength: 1, maxLength: 3, size: 'max' }),
    }),
  },
  { weight: 4, arbitrary: asking },
  { weight: 8, arbitrary: fc.record({ do: is('decide'), on, request: ref, how }) },
  { weight: 5, arbitrary: adjust },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('lend'),
      account: ref,
      principal: mostly('10.00', '0.00', '15.00'),
      currency: mostly('EUR', 'USD'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: is('transact'), loan: ref, type: kind, lending }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: is('look'), at: fc.constantFrom(...looks), record: ref }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('repeat'),
      nth: fc.nat(5),
      change: fc.constantFrom<Change[]>(
        'nothing',
        'nothing',
        'order',
        'operator',
        'tenant',
        'body',
        'decision',
      ),
    }),
  },
);

const sender = fc.record({
  by: fc.constantFrom('ada', 'grace', 'hugo'),
  tenant: mostly<0 | 1>(0, 1),
  handicaps: fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.subarray<Handicap>(['token', 'permission', 'key', 'body'], { minLength: 1 }),
    },
  ),
});

export const command: Arbitrary<Command> = fc
  .tuple(doing, sender)
  .map(([what, who]) => ({ ...what, ...who }));

/** What a second operator has to decide, asked for as it should be. */
export const controlled = fc.oneof(asking, adjust).map((what) => {
  return { ...what, by: 'ada', tenant: 0, handicaps: [] } as const;
});
