// Random histories of two tenants: sequential and concurrent requests of their operators.
import type { Arbitrary } from 'fast-check';
import { fc } from '../../nouns/properties.ts';
import type { StoreFault } from '../../stack/fault-proxy.ts';
import { CONTROLLED_POSTINGS } from './sequences/control-sequences.ts';
import { command, controlled } from './command-arbitraries.ts';
import {
  BASE_CURRENCY,
  CLOSED_ACCOUNT,
  CLOSED_TODAY,
  DATED_OUTSIDE_WINDOW,
  ENFORCED_CHART,
  FOREIGN_ACCOUNT,
  LATE_ENTRIES,
  OUTDATED_CLOSING,
  REOPENED_PERIOD,
} from './sequences/ledger-sequences.ts';
import { CLOSED_YEAR } from './sequences/year-sequences.ts';
import {
  ACCRUAL_AFTER_SETTLEMENT,
  DESCRIBED_ACCOUNT,
  EXCESSIVE_CREDIT,
  LATE_APPROVAL,
  LATE_REVERSAL,
  REJECTIONS,
  TAKEN_EXTERNAL_ID,
} from './sequences/money-sequences.ts';
import {
  LOOSE_ENTRY,
  REFUSED_ADJUSTMENTS,
  REFUSED_ENTRIES,
  REFUSED_REQUESTS,
  REFUSED_TRANSACTIONS,
  UNKNOWN_RECORDS,
} from './sequences/refused-sequences.ts';
import { buildPreludeSteps } from './sequences/prelude.ts';
import type { EnforcedControl } from './sequences/prelude.ts';
import { buildDecision } from './sequences/steps.ts';
import type { SequenceStep } from './sequences/steps.ts';

export interface HistoryStep extends SequenceStep {
  /**
   * Whether background work ends before the step: the closings of accounting periods under way, and the
   * counting of entries in the trial balance.
   */
  readonly awaitsBackground: boolean;
  /** The faults of the next requests to the store, in order. */
  readonly faults: readonly StoreFault[];
}

export interface RequestHistory {
  /** Whether a loan is disbursed before the steps. */
  readonly isDisbursed: boolean;
  /** The control that the main tenant enforces before the steps. */
  readonly enforced: EnforcedControl;
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

/** The kind of request that each action submits. */
const REQUEST_KINDS = {
  submit: 'lifecycle',
  adjust: 'adjustment',
  set: 'ledger',
  close: 'ledger',
  reopen: 'ledger',
  'close year': 'ledger',
} as const;

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
  const approval = buildDecision(REQUEST_KINDS[submission.do]);
  const commands = [submission, approval, ...(isSubmittedTwice ? [submission] : [])];
  return commands.map((single) => ({ commands: [single], isRepeated: false }));
});

const SEQUENCES: readonly (readonly SequenceStep[])[] = [
  ACCRUAL_AFTER_SETTLEMENT,
  EXCESSIVE_CREDIT,
  LATE_APPROVAL,
  TAKEN_EXTERNAL_ID,
  CLOSED_ACCOUNT,
  FOREIGN_ACCOUNT,
  DATED_OUTSIDE_WINDOW,
  REOPENED_PERIOD,
  OUTDATED_CLOSING,
  LATE_ENTRIES,
  CLOSED_YEAR,
  CONTROLLED_POSTINGS,
];

const sequence = fc.oneof(
  { weight: 24, arbitrary: singleStep.map((step) => [step]) },
  { weight: 8, arbitrary: approvedRequest },
  { weight: 2, arbitrary: fc.constantFrom(...SEQUENCES) },
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
    .tuple(sequence, faultList, fc.boolean())
    .map(([sequenceSteps, faults, awaitsBackground]) =>
      sequenceSteps.map((step): HistoryStep => ({ awaitsBackground, ...step, faults })),
    );
  return fc.record({
    isDisbursed: fc.boolean(),
    enforced: fc.constantFrom<EnforcedControl[]>(
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

/** The first steps of the history. */
export function buildPrelude({ isDisbursed, enforced }: RequestHistory): HistoryStep[] {
  return buildPreludeSteps(enforced, isDisbursed).map(toPlainStep);
}

const toPlainStep = (step: SequenceStep): HistoryStep => {
  return { faults: [], awaitsBackground: true, ...step };
};

/** A history that leads to outcomes which random ones may miss. */
export const EXAMPLE: RequestHistory = {
  isDisbursed: true,
  enforced: 'nothing',
  steps: [
    REFUSED_TRANSACTIONS,
    REFUSED_ENTRIES,
    REFUSED_REQUESTS,
    REFUSED_ADJUSTMENTS,
    UNKNOWN_RECORDS,
    LOOSE_ENTRY,
    REJECTIONS,
    BASE_CURRENCY,
    DATED_OUTSIDE_WINDOW,
    REOPENED_PERIOD,
    REOPENED_PERIOD.map((step) => ({ ...step, awaitsBackground: false })),
    OUTDATED_CLOSING,
    // Whether an entry is late depends on the race.
    ...Array.from({ length: 4 }, () => LATE_ENTRIES),
    CLOSED_TODAY,
    ACCRUAL_AFTER_SETTLEMENT,
    EXCESSIVE_CREDIT,
    ENFORCED_CHART,
    DESCRIBED_ACCOUNT,
    LATE_REVERSAL,
    LATE_APPROVAL,
    TAKEN_EXTERNAL_ID,
    CONTROLLED_POSTINGS,
    CLOSED_YEAR,
  ].flatMap((steps) => steps.map(toPlainStep)),
  pageSize: 2,
};
