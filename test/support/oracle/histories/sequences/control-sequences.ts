// Sequences about controls and change requests.
import { CONTROLS } from '../../controls/control-commands.ts';
import {
  buildCommand,
  buildDecision,
  buildStep,
  buildSteps,
  buildWithdrawal,
  FUNDS,
  ownReference,
} from './steps.ts';

const [largePostings] = CONTROLS;
const LARGE = { ...FUNDS, moves: [{ ...FUNDS.moves[0], amount: '15.00' }] } as const;
const deposit = buildCommand({ do: 'post', entry: LARGE });
const withdrawal = buildCommand({
  do: 'post',
  entry: { ...LARGE, moves: [{ ...LARGE.moves[0], direction: 'DEBIT' }] },
});
const replaceControls = (...controls: typeof CONTROLS) =>
  buildSteps(buildCommand({ do: 'control', controls }), buildDecision('change'));

/** Large postings are caught, approved, rejected, and approved too late, and then they are free again. */
export const CONTROLLED_POSTINGS = [
  ...replaceControls(...(largePostings ? [largePostings] : [])),
  ...buildSteps(
    deposit,
    buildCommand({ do: 'decide', on: 'change', request: ownReference(0), how: 'approve' }),
    buildDecision('change'),
    buildDecision('change'),
    withdrawal,
    withdrawal,
    buildDecision('change'),
    buildDecision('change', 'approve', 1),
    deposit,
    buildDecision('change', 'reject'),
    buildCommand(
      { do: 'decide', on: 'change', request: { owner: 'none', nth: 0 }, how: 'approve' },
      { by: 'grace' },
    ),
    deposit,
  ),
  buildStep(
    buildDecision('change'),
    buildDecision('change', 'reject'),
    buildWithdrawal('change'),
    deposit,
  ),
  ...buildSteps(deposit, buildWithdrawal('change')),
  ...replaceControls(),
  ...buildSteps(deposit),
];
