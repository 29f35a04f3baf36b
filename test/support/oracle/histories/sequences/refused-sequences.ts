// Requests that are refused for what they are, each in the way that its name says.
import type { EntryCommand, HistoryCommand, LoanAmountsCommand } from '../commands.ts';
import { buildEnforcement } from './ledger-sequences.ts';
import { REVERSAL } from './money-sequences.ts';
import {
  buildCommand,
  buildDecision,
  buildSteps,
  FUNDS,
  ownReference,
  WHOLE_AMOUNT,
} from './steps.ts';

const POSTING = buildCommand({ do: 'post', entry: FUNDS });
const NO_RECORD = { owner: 'none', nth: 0 } as const;

const buildFaultyPosting = (change: Partial<EntryCommand>) =>
  buildCommand({ do: 'post', entry: { ...FUNDS, ...change } });
const buildTransaction = (
  type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST',
  change: Partial<LoanAmountsCommand>,
) =>
  buildCommand({
    do: 'transact',
    loan: ownReference(0),
    type,
    lending: { ...WHOLE_AMOUNT, amount: '10.00', ...change },
  });

/** After a disbursed loan. */
export const REFUSED_TRANSACTIONS = buildSteps(
  buildTransaction('DISBURSEMENT', {}),
  buildTransaction('REPAYMENT', { more: '1.00' }),
  buildTransaction('INTEREST', { fault: 'part' }),
  buildTransaction('REPAYMENT', { fault: 'foreign' }),
);

export const REFUSED_ENTRIES = buildSteps(
  ...(['unbalanced', 'two sides', 'zero', 'foreign'] as const).map((fault) =>
    buildFaultyPosting({ fault }),
  ),
  buildFaultyPosting({ fault: 'mixed', moves: [...FUNDS.moves, ...FUNDS.moves] }),
  buildFaultyPosting({ isOpening: true }),
  buildFaultyPosting({ moves: [{ ...FUNDS.moves[0], account: NO_RECORD }] }),
);

export const REFUSED_REQUESTS = buildSteps(
  ...(['token', 'permission', 'key', 'body'] as const).map((defect): HistoryCommand => ({
    ...POSTING,
    defects: [defect],
  })),
  POSTING,
  buildCommand({ do: 'repeat', nth: 0, change: 'body' }),
  buildCommand({ do: 'set', change: { time_zone: 'Mars/Olympus_Mons' }, hasReason: false }),
);

export const REFUSED_ADJUSTMENTS = buildSteps(
  buildCommand({ ...REVERSAL, type: 'CORRECTION', kinds: [] }),
  buildCommand({ ...REVERSAL, kinds: ['journal'] }),
  buildCommand({ ...REVERSAL, type: 'CORRECTION', kinds: ['lending'] }),
);

export const UNKNOWN_RECORDS = buildSteps(
  ...(
    [
      'getAccount',
      'getJournalEntry',
      'getAccountLifecycleRequest',
      'getFinancialAdjustmentRequest',
      'getLoan',
      'getTransaction',
      'getGeneralLedgerAccount',
      'getGeneralLedgerRequest',
    ] as const
  ).map((at) => buildCommand({ do: 'read', at, record: NO_RECORD })),
);

/** Control accounts are enforced, and then reported again. */
export const LOOSE_ENTRY = [
  ...buildEnforcement('control_accounts'),
  ...buildSteps(
    buildFaultyPosting({ isTied: false }),
    buildCommand({ do: 'set', change: { control_accounts: 'REPORTED' }, hasReason: false }),
    buildDecision('ledger'),
  ),
];
