// Random histories of two tenants: sequential and concurrent requests of their operators.
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { LedgerAccountBody } from '../general-ledger/chart.ts';
import type { StoreFault } from '../../stack/fault-proxy.ts';
import { AMOUNT_MAX, command, controlled } from './command-arbitraries.ts';
import { CHARTED_CODES, PLAIN_ACCOUNT } from './general-ledger/ledger-commands.ts';
import type { CommandAction, HistoryCommand, RequestKind } from './commands.ts';

export interface HistoryStep {
  /** Sent concurrently. */
  readonly commands: readonly HistoryCommand[];
  /** Whether each is sent twice, concurrently. */
  readonly isRepeated: boolean;
  /** The faults of the next requests to the store, in order. */
  readonly faults: readonly StoreFault[];
}

export interface RequestHistory {
  /** Whether a loan is disbursed before the steps. */
  readonly isDisbursed: boolean;
  /** The control that the main tenant enforces before the steps. */
  readonly enforced: 'nothing' | 'control_accounts' | 'chart';
  readonly steps: readonly HistoryStep[];
  readonly pageSize: number;
}

const FAULTS: readonly StoreFault[] = [
  'conflict',
  'lost',
  'dead',
  'throttle',
  'unavailable',
  'in-progress',
  'unprocessed',
];

const ownReference = (nth: number) => ({ owner: 'own', nth }) as const;

function buildCommand(
  action: CommandAction,
  sender: { by?: string; tenant?: 0 | 1 } = {},
): HistoryCommand {
  return { ...action, by: 'ada', tenant: 0, defects: [], ...sender };
}

/** The kind of request that each action submits. */
const REQUEST_KINDS = { submit: 'lifecycle', adjust: 'adjustment', set: 'ledger' } as const;

/** The approval of the newest request of the kind, or of an earlier one. */
function buildApproval(on: RequestKind, nth = 0): CommandAction {
  return { do: 'decide', on, request: ownReference(nth), how: 'approve' };
}

const FREEZING = { do: 'submit', account: ownReference(0), transition: 'FREEZE' } as const;
const FUNDS = {
  moves: [{ account: ownReference(0), direction: 'CREDIT', amount: '10.00' }],
  fault: 'none',
  isOpening: false,
  hasTexts: false,
  isTied: true,
} as const;
const WHOLE_AMOUNT = { amount: 'all', more: '0.00', fault: 'none' } as const;

const alone = command.map((single) => ({ commands: [single], isRepeated: false }));
const repeated = command.map((single) => ({ commands: [single], isRepeated: true }));
const concurrent = fc
  .array(command, { minLength: 2, maxLength: 4, size: 'max' })
  .map((commands) => ({ commands, isRepeated: false }));
// Several operators send the same request, so that all but one are too late.
const rivals = fc
  .tuple(command, fc.array(fc.constantFrom('ada', 'grace', 'hugo'), { minLength: 1, maxLength: 2 }))
  .map(([first, others]) => ({
    commands: [first, ...others.map((by) => ({ ...first, by }))],
    isRepeated: false,
  }));

const singleStep = fc.oneof(
  { weight: 10, arbitrary: alone },
  { weight: 2, arbitrary: repeated },
  { weight: 3, arbitrary: concurrent },
  { weight: 3, arbitrary: rivals },
);

// One operator submits a request and another approves it. Some are then submitted again, too late.
const approvedRequest = fc.tuple(controlled, fc.boolean()).map(([submission, isSubmittedTwice]) => {
  const approval = buildApproval(REQUEST_KINDS[submission.do]);
  const commands = [
    submission,
    buildCommand(approval, { by: 'grace' }),
    ...(isSubmittedTwice ? [submission] : []),
  ];
  return commands.map((single) => ({ commands: [single], isRepeated: false }));
});

const buildSteps = (...commands: HistoryCommand[]) =>
  commands.map((single) => ({ commands: [single], isRepeated: false }));

// Refusals that unrelated commands seldom lead to: of an accrual on a settled loan, and of a balance with
// too many digits.
const accrualAfterSettlement = fc.constant(
  buildSteps(
    ...(['REPAYMENT', 'INTEREST'] as const).map((type) =>
      buildCommand({ do: 'transact', loan: ownReference(0), type, lending: WHOLE_AMOUNT }),
    ),
  ),
);
const excessiveCredit = fc.constant(
  buildSteps(
    buildCommand({
      do: 'post',
      entry: {
        ...FUNDS,
        moves: [{ account: ownReference(0), direction: 'CREDIT', amount: AMOUNT_MAX }],
      },
    }),
  ),
);

// The second of two requests for the same change is approved too late.
const lateApproval = fc.constant(
  buildSteps(
    buildCommand(FREEZING),
    buildCommand(FREEZING),
    ...[0, 1].map((nth) => buildCommand(buildApproval('lifecycle', nth), { by: 'grace' })),
  ),
);

// An account of the chart takes no lines from now on, or lines in another currency only.
const unusableAccount = fc
  .constantFrom<Partial<LedgerAccountBody>[]>({ status: 'CLOSED' }, { currency: 'USD' })
  .map((change) =>
    buildSteps(
      buildCommand({ do: 'define', code: '1000', account: { ...PLAIN_ACCOUNT, ...change } }),
      buildCommand({ do: 'post', entry: FUNDS }),
    ),
  );

const datedOutsideWindow = fc.constant(
  buildSteps(
    buildCommand({
      do: 'set',
      change: { effective_date_window: { days_ahead: 0 } },
      hasReason: false,
    }),
    buildCommand({ do: 'post', entry: { ...FUNDS, effectiveDays: 1 } }),
  ),
);

const sequence = fc.oneof(
  { weight: 24, arbitrary: singleStep.map((step) => [step]) },
  { weight: 8, arbitrary: approvedRequest },
  { weight: 1, arbitrary: accrualAfterSettlement },
  { weight: 1, arbitrary: excessiveCredit },
  { weight: 1, arbitrary: lateApproval },
  { weight: 2, arbitrary: unusableAccount },
  { weight: 1, arbitrary: datedOutsideWindow },
);

export interface HistoryShape {
  readonly min: number;
  readonly max: number;
  readonly isFaulty: boolean;
}

/** Histories of `min` to `max` sequences of one to three steps, optionally with faults of the store. */
export function buildHistories({ min, max, isFaulty }: HistoryShape): Arbitrary<RequestHistory> {
  const faultList = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: isFaulty ? 1 : 0,
      arbitrary: fc.array(fc.constantFrom('none' as const, 'none' as const, ...FAULTS), {
        minLength: 1,
        maxLength: 4,
        size: 'max',
      }),
    },
  );
  const steps = fc
    .tuple(sequence, faultList)
    .map(([sequenceSteps, faults]) =>
      sequenceSteps.map((step): HistoryStep => ({ ...step, faults })),
    );
  return fc.record({
    isDisbursed: fc.boolean(),
    enforced: fc.constantFrom<RequestHistory['enforced'][]>(
      'nothing',
      'nothing',
      'nothing',
      'control_accounts',
      'control_accounts',
      'chart',
    ),
    steps: fc
      .array(steps, { minLength: min, maxLength: max, size: 'max' })
      .map((sequences) => sequences.flat()),
    pageSize: fc.constantFrom(2, 100, 100, 100),
  });
}

const buildStep = (...commands: HistoryCommand[]): HistoryStep => ({
  commands,
  isRepeated: false,
  faults: [],
});

/** The first commands of every history, so that the others have records to work on. */
export function buildPrelude({ isDisbursed, enforced }: RequestHistory): HistoryStep[] {
  const opening = buildStep(
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }, { tenant: 1 }),
  );
  const funding = buildStep(
    buildCommand({ do: 'post', entry: FUNDS }),
    buildCommand({ do: 'post', entry: FUNDS }, { tenant: 1 }),
    buildCommand({
      do: 'create loan',
      account: ownReference(1),
      principal: '10.00',
      currency: 'EUR',
    }),
  );
  const disbursement = buildCommand({
    do: 'transact',
    loan: ownReference(0),
    type: 'DISBURSEMENT',
    lending: WHOLE_AMOUNT,
  });
  return [
    ...buildControls(enforced),
    opening,
    funding,
    ...(isDisbursed ? [buildStep(disbursement)] : []),
  ];
}

// Two operators enforce the control.
function buildControls(enforced: RequestHistory['enforced']): HistoryStep[] {
  if (enforced === 'nothing') return [];
  const change = { [enforced]: 'ENFORCED' };
  const chart = CHARTED_CODES.map((code) =>
    buildStep(buildCommand({ do: 'define', code, account: PLAIN_ACCOUNT })),
  );
  return [
    ...(enforced === 'chart' ? chart : []),
    buildStep(buildCommand({ do: 'set', change, hasReason: true })),
    buildStep(buildCommand(buildApproval('ledger'), { by: 'grace' })),
  ];
}
