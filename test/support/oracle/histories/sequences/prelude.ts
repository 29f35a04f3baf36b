// The first steps of every history, so that the others have records to work on.
import type { SequenceStep } from './steps.ts';
import { buildEnforcement, CHART } from './ledger-sequences.ts';
import { buildCommand, buildStep, FUNDS, ownReference, WHOLE_AMOUNT } from './steps.ts';

/** The control that the main tenant enforces from the start. */
export type EnforcedControl = 'nothing' | 'control_accounts' | 'chart';

const RECORDS = [
  buildStep(
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }),
    buildCommand({ do: 'open', currency: 'EUR' }, { tenant: 1 }),
  ),
  buildStep(
    buildCommand({ do: 'post', entry: FUNDS }),
    buildCommand({ do: 'post', entry: FUNDS }, { tenant: 1 }),
    buildCommand({
      do: 'create loan',
      account: ownReference(1),
      principal: '10.00',
      currency: 'EUR',
    }),
  ),
];

const DISBURSEMENT = buildStep(
  buildCommand({
    do: 'transact',
    loan: ownReference(0),
    type: 'DISBURSEMENT',
    lending: WHOLE_AMOUNT,
  }),
);

export function buildPreludeSteps(
  enforced: EnforcedControl,
  isDisbursed: boolean,
): readonly SequenceStep[] {
  const controls = {
    nothing: [],
    control_accounts: buildEnforcement('control_accounts'),
    chart: [...CHART, ...buildEnforcement('chart')],
  }[enforced];
  return [...controls, ...RECORDS, ...(isDisbursed ? [DISBURSEMENT] : [])];
}
