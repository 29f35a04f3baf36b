// The commands of random histories. They refer to records by position, newest first, so that they stay
// meaningful when shrinking removes other commands.
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** A record of the operator's tenant or of the other one, or an unknown one. */
export interface AccountReference {
  readonly owner: 'own' | 'other' | 'none';
  readonly nth: number;
}

export interface EntryMove {
  readonly account: AccountReference;
  readonly direction: 'DEBIT' | 'CREDIT';
  /** `all` is the balance of the account. */
  readonly amount: string;
}

/** An instant at, just before or just after an entry of the account, newest first. */
export interface EntryInstant {
  readonly nth: number;
  readonly offsetMs: number;
}

export type EntryDefect = 'none' | 'unbalanced' | 'two sides' | 'zero' | 'foreign' | 'mixed';

export interface EntryCommand {
  readonly moves: readonly EntryMove[];
  readonly fault: EntryDefect;
  readonly isOpening: boolean;
  readonly hasTexts: boolean;
  /** Whether the lines move the control account as the postings move the accounts. */
  readonly isTied: boolean;
}

/** How a request is repeated: unchanged, from another sender, or with its key on another request. */
export type RepeatChange = 'nothing' | 'order' | 'operator' | 'tenant' | 'body' | 'decision';

export type CommandAction =
  | { readonly do: 'open'; readonly currency: string }
  | { readonly do: 'post'; readonly entry: EntryCommand }
  | { readonly do: 'batch'; readonly entries: readonly EntryCommand[] }
  | { readonly do: 'submit'; readonly account: AccountReference; readonly transition: string }
  | {
      readonly do: 'decide';
      readonly on: 'lifecycle' | 'adjustment';
      readonly request: AccountReference;
      readonly how: 'approve' | 'reject';
    }
  | {
      readonly do: 'adjust';
      readonly of: 'JOURNAL_ENTRY' | 'TRANSACTION';
      readonly target: AccountReference;
      readonly type: string;
      readonly kinds: readonly string[];
      readonly entry: EntryCommand;
      readonly lending: LoanAmountsCommand;
    }
  | {
      readonly do: 'create loan';
      readonly account: AccountReference;
      readonly principal: string;
      readonly currency: string;
    }
  | {
      readonly do: 'transact';
      readonly loan: AccountReference;
      readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
      readonly lending: LoanAmountsCommand;
    }
  | {
      readonly do: 'read';
      readonly at: ReadOperation;
      readonly record: AccountReference;
      /** For balances and statements; without it, the present balance or the whole statement. */
      readonly instant?: EntryInstant | undefined;
    }
  | { readonly do: 'repeat'; readonly nth: number; readonly change: RepeatChange };

export interface LoanAmountsCommand {
  /** `all` is the outstanding amount, or the amount left to disburse. */
  readonly amount: string;
  readonly more: string;
  readonly fault: 'none' | 'foreign' | 'sum' | 'part';
}

export type ReadOperation =
  | 'getAccount'
  | 'getAccountBalance'
  | 'getAccountStatement'
  | 'getJournalEntry'
  | 'getAccountLifecycleRequest'
  | 'getFinancialAdjustmentRequest'
  | 'getLoan'
  | 'getTransaction'
  | 'listLoanTransactions';

/** A defect that the request of any operation can have. */
export type RequestDefect = 'token' | 'permission' | 'key' | 'body';

export type HistoryCommand = CommandAction & {
  readonly by: string;
  /** 0 is the tenant of nearly all commands. */
  readonly tenant: 0 | 1;
  readonly defects: readonly RequestDefect[];
};

const buildWeighted = <Value>(usual: Value, ...others: Value[]): Arbitrary<Value> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const reference: Arbitrary<AccountReference> = fc.record({
  owner: buildWeighted<AccountReference['owner']>('own', 'other', 'none'),
  nth: fc.constantFrom(0, 0, 1, 1, 2, 3),
});
/** The largest amount of a posting. */
export const AMOUNT_MAX = `${'9'.repeat(36)}.99`;
const direction = fc.constantFrom<EntryMove['direction'][]>('CREDIT', 'DEBIT', 'DEBIT');
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('1.00', '5.00', '10.00', '0.01', 'all', 'all') },
  { weight: 1, arbitrary: fc.constant(AMOUNT_MAX) },
);
const move: Arbitrary<EntryMove> = fc.record({ account: reference, direction, amount });
const entry: Arbitrary<EntryCommand> = fc.record({
  moves: fc.array(move, { maxLength: 3, size: 'max' }),
  fault: buildWeighted<EntryDefect>('none', 'unbalanced', 'two sides', 'zero', 'foreign', 'mixed'),
  isOpening: buildWeighted(false, true),
  hasTexts: fc.boolean(),
  isTied: fc.constantFrom(true, true, true, false),
});
const lending: Arbitrary<LoanAmountsCommand> = fc.record({
  amount: fc.constantFrom('1.00', '5.00', '10.00', 'all', 'all'),
  more: fc.constantFrom('0.00', '0.00', '1.00'),
  fault: buildWeighted<LoanAmountsCommand['fault']>('none', 'foreign', 'sum', 'part'),
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
const readOperations: readonly ReadOperation[] = [
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

const instant: Arbitrary<EntryInstant> = fc.record({
  nth: fc.nat(3),
  offsetMs: fc.constantFrom(-1, 0, 0, 1),
});

const buildAction = <Name extends CommandAction['do']>(name: Name) => fc.constant(name);

const submission = fc.record({ do: buildAction('submit'), account: reference, transition });
const adjust = fc.record({
  do: buildAction('adjust'),
  of: fc.constantFrom<('JOURNAL_ENTRY' | 'TRANSACTION')[]>(
    'JOURNAL_ENTRY',
    'JOURNAL_ENTRY',
    'TRANSACTION',
  ),
  target: reference,
  type: fc.constantFrom('REVERSAL', 'CORRECTION'),
  kinds: buildWeighted(['fitting'], [], [], [], ['journal'], ['lending'], ['journal', 'lending']),
  entry,
  lending,
});

const commandAction: Arbitrary<CommandAction> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: buildAction('open'), currency: buildWeighted('EUR', 'USD') }),
  },
  { weight: 8, arbitrary: fc.record({ do: buildAction('post'), entry }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: buildAction('batch'),
      entries: fc.array(entry, { minLength: 1, maxLength: 3, size: 'max' }),
    }),
  },
  { weight: 4, arbitrary: submission },
  { weight: 8, arbitrary: fc.record({ do: buildAction('decide'), on, request: reference, how }) },
  { weight: 5, arbitrary: adjust },
  {
    weight: 2,
    arbitrary: fc.record({
      do: buildAction('create loan'),
      account: reference,
      principal: buildWeighted('10.00', '0.00', '15.00'),
      currency: buildWeighted('EUR', 'USD'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: buildAction('transact'), loan: reference, type: kind, lending }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: buildAction('read'),
      at: fc.constantFrom(...readOperations),
      record: reference,
      instant: fc.option(instant, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: buildAction('repeat'),
      nth: fc.nat(5),
      change: fc.constantFrom<RepeatChange[]>(
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
  tenant: buildWeighted<0 | 1>(0, 1),
  defects: fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.subarray<RequestDefect>(['token', 'permission', 'key', 'body'], {
        minLength: 1,
      }),
    },
  ),
});

export const command: Arbitrary<HistoryCommand> = fc
  .tuple(commandAction, sender)
  .map(([action, from]) => ({ ...action, ...from }));

/** The submission of a valid request that a second operator decides. */
export const controlled = fc.oneof(submission, adjust).map((action) => {
  return { ...action, by: 'ada', tenant: 0, defects: [] } as const;
});
