// Random histories of two tenants: sequential and concurrent requests of their operators.
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { StoreFault } from '../../stack/fault-proxy.ts';
import { command, controlled } from './commands.ts';
import type { HistoryCommand, CommandAction } from './commands.ts';

export interface HistoryStep {
  /** Sent concurrently, and each repeated at once if it is a twin. */
  readonly commands: readonly HistoryCommand[];
  readonly isTwin: boolean;
  /** The faults of the next requests to the store, in order. */
  readonly faults: readonly StoreFault[];
}

export interface RequestHistory {
  /** Whether a loan is disbursed before everything else. */
  readonly isPaidOut: boolean;
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
  what: CommandAction,
  who: { by?: string; tenant?: 0 | 1 } = {},
): HistoryCommand {
  return { ...what, by: 'ada', tenant: 0, defects: [], ...who };
}

/** The list on which the submitted request is decided. */
const DECIDED = { ask: 'lifecycle', adjust: 'adjustment' } as const;

const alone = command.map((one) => ({ commands: [one], isTwin: false }));
const twins = command.map((one) => ({ commands: [one], isTwin: true }));
const crowd = fc
  .array(command, { minLength: 2, maxLength: 4, size: 'max' })
  .map((commands) => ({ commands, isTwin: false }));
// Several operators with the same intent, so that one of them is too late.
const rivals = fc
  .tuple(command, fc.array(fc.constantFrom('ada', 'grace', 'hugo'), { minLength: 1, maxLength: 2 }))
  .map(([one, others]) => ({
    commands: [one, ...others.map((by) => ({ ...one, by }))],
    isTwin: false,
  }));

const before = fc.oneof(
  { weight: 10, arbitrary: alone },
  { weight: 2, arbitrary: twins },
  { weight: 3, arbitrary: crowd },
  { weight: 3, arbitrary: rivals },
);

// Submitted by one operator and approved by another; submitted again when it is too late.
const through = fc.tuple(controlled, fc.boolean()).map(([asked, isRepeated]) => {
  const approval = {
    do: 'decide',
    on: DECIDED[asked.do],
    request: ownReference(0),
    how: 'approve',
  } as const;
  const acts = [asked, buildCommand(approval, { by: 'grace' }), ...(isRepeated ? [asked] : [])];
  return acts.map((one) => ({ commands: [one], isTwin: false }));
});

const acts = fc.oneof(
  { weight: 3, arbitrary: before.map((act) => [act]) },
  { weight: 1, arbitrary: through },
);

export interface HistoryShape {
  readonly min: number;
  readonly max: number;
  readonly isFaulty: boolean;
}

/** Histories of that many acts of one to three steps, optionally with faults of the store. */
export function buildHistories({ min, max, isFaulty }: HistoryShape): Arbitrary<RequestHistory> {
  const trouble = fc.oneof(
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
    .tuple(acts, trouble)
    .map(([all, faults]) => all.map((act): HistoryStep => ({ ...act, faults })));
  return fc.record({
    isPaidOut: fc.boolean(),
    steps: fc
      .array(steps, { minLength: min, maxLength: max, size: 'max' })
      .map((all) => all.flat()),
    pageSize: fc.constantFrom(2, 100, 100, 100),
  });
}

const funds = {
  moves: [{ account: ownReference(0), direction: 'CREDIT', amount: '10.00' }],
  fault: 'none',
  isOpening: false,
  hasTexts: false,
} as const;
const buildStep = (...commands: HistoryCommand[]): HistoryStep => ({
  commands,
  isTwin: false,
  faults: [],
});

const lending = { amount: 'all', more: '0.00', fault: 'none' } as const;

/** The first commands of every history, so that the others have records to work on. */
export function buildPrelude({ isPaidOut }: RequestHistory): HistoryStep[] {
  const opening = buildStep(
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }, { tenant: 1 }),
  );
  const funding = buildStep(
    buildCommand({ do: 'post', entry: funds }),
    buildCommand({ do: 'post', entry: funds }, { tenant: 1 }),
    buildCommand({ do: 'lend', account: ownReference(1), principal: '10.00', currency: 'EUR' }),
  );
  const payout = buildCommand({
    do: 'transact',
    loan: ownReference(0),
    type: 'DISBURSEMENT',
    lending,
  });
  return [opening, funding, ...(isPaidOut ? [buildStep(payout)] : [])];
}
