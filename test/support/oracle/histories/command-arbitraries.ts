// Generates the commands of random histories.
import { fc } from '../../nouns/properties.ts';
import { CONTROLS } from '../controls/control-commands.ts';
import type { Arbitrary } from 'fast-check';
import type {
  AccountReference,
  CommandAction,
  EntryCommand,
  EntryDefect,
  EntryInstant,
  EntryMove,
  HistoryCommand,
  LoanAmountsCommand,
  MetadataMembers,
  ReadOperation,
  RepeatChange,
  RequestDefect,
  DecidedKind,
} from './commands.ts';
import {
  definition,
  periodChange,
  setting,
  yearClosing,
} from './general-ledger/ledger-commands.ts';

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
  fault: fc.oneof(
    { weight: 8, arbitrary: fc.constant<EntryDefect>('none') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<EntryDefect[]>(
        'unbalanced',
        'two sides',
        'zero',
        'foreign',
        'mixed',
      ),
    },
  ),
  isOpening: buildWeighted(false, true),
  hasTexts: fc.boolean(),
  isTied: fc.constantFrom(true, true, true, false),
  effectiveDays: fc.option(fc.constantFrom(-40, -1, 0, 1), { nil: undefined, freq: 3 }),
});
const lending: Arbitrary<LoanAmountsCommand> = fc.record({
  amount: fc.constantFrom('1.00', '5.00', '10.00', 'all', 'all'),
  more: fc.constantFrom('0.00', '0.00', '1.00'),
  fault: buildWeighted<LoanAmountsCommand['fault']>('none', 'foreign', 'sum', 'part'),
});
const metadata: Arbitrary<MetadataMembers> = fc.constantFrom<MetadataMembers[]>(
  {},
  { branch: 'Lisbon 4' },
  { branch: 'Lisbon 4', manager: 'Grace Hopper' },
);
const transition = fc.constantFrom('FREEZE', 'UNFREEZE', 'CLOSE', 'CLOSE');
const how = fc.constantFrom(
  'approve' as const,
  'approve' as const,
  'approve' as const,
  'reject' as const,
  'withdraw' as const,
);
const on = fc.constantFrom<DecidedKind[]>(
  'lifecycle',
  'lifecycle',
  'lifecycle',
  'adjustment',
  'adjustment',
  'adjustment',
  'ledger',
  'change',
  'change',
);
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
  'getGeneralLedgerSettings',
  'getGeneralLedgerAccount',
  'getGeneralLedgerRequest',
  'getGeneralLedgerPeriod',
  'getControls',
  'getChangeRequest',
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
  kinds: fc.oneof(
    { weight: 8, arbitrary: fc.constant(['fitting']) },
    {
      weight: 1,
      arbitrary: fc.constantFrom([], ['journal'], ['lending'], ['journal', 'lending']),
    },
  ),
  entry,
  lending,
});

const controlChange = fc.record({
  do: buildAction('control'),
  controls: fc.subarray(CONTROLS, { maxLength: 3 }),
});

const commandAction: Arbitrary<CommandAction> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: buildAction('open'),
      currency: buildWeighted('EUR', 'USD'),
      externalId: fc.option(fc.constantFrom('core-1', 'core-2'), { nil: undefined }),
      metadata: fc.option(metadata, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: buildAction('describe'), account: reference, metadata }),
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
  { weight: 1, arbitrary: controlChange },
  { weight: 1, arbitrary: setting },
  { weight: 1, arbitrary: definition },
  { weight: 1, arbitrary: fc.oneof(periodChange, periodChange, yearClosing) },
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
export const controlled = fc
  .oneof(
    { weight: 3, arbitrary: submission },
    { weight: 3, arbitrary: adjust },
    { weight: 1, arbitrary: setting },
    { weight: 1, arbitrary: fc.oneof(periodChange, yearClosing) },
  )
  .map((action) => {
    return { ...action, by: 'ada', tenant: 0, defects: [] } as const;
  });
