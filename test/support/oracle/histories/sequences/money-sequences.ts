// Sequences that lead to refusals and outcomes of the money path which unrelated commands seldom lead to.
import { AMOUNT_MAX } from '../command-arbitraries.ts';
import {
  buildCommand,
  buildDecision,
  buildSteps,
  buildWithdrawal,
  FUNDS,
  ownReference,
  WHOLE_AMOUNT,
} from './steps.ts';

/** An accrual on a settled loan. */
export const ACCRUAL_AFTER_SETTLEMENT = buildSteps(
  ...(['REPAYMENT', 'INTEREST'] as const).map((type) =>
    buildCommand({ do: 'transact', loan: ownReference(0), type, lending: WHOLE_AMOUNT }),
  ),
);

/** A balance with too many digits. */
export const EXCESSIVE_CREDIT = buildSteps(
  buildCommand({
    do: 'post',
    entry: {
      ...FUNDS,
      moves: [{ account: ownReference(0), direction: 'CREDIT', amount: AMOUNT_MAX }],
    },
  }),
);

const FREEZING = { do: 'submit', account: ownReference(0), transition: 'FREEZE' } as const;

export const REVERSAL = {
  do: 'adjust',
  of: 'JOURNAL_ENTRY',
  target: ownReference(0),
  type: 'REVERSAL',
  kinds: ['fitting'],
  entry: FUNDS,
  lending: WHOLE_AMOUNT,
} as const;

/** Two requests for the same change, of which the second is approved too late. */
export const LATE_APPROVAL = buildSteps(
  buildCommand(FREEZING),
  buildCommand(FREEZING),
  buildDecision('lifecycle', 'approve', 0),
  buildDecision('lifecycle', 'approve', 1),
);

/** Three reversals of the same entry: the second is approved too late, and the third requested too late. */
export const LATE_REVERSAL = buildSteps(
  buildCommand({ do: 'post', entry: FUNDS }),
  buildCommand(REVERSAL),
  buildCommand(REVERSAL),
  buildDecision('adjustment', 'approve', 0),
  buildDecision('adjustment', 'approve', 1),
  buildCommand({ ...REVERSAL, target: ownReference(1) }),
);

export const REJECTIONS = buildSteps(
  buildCommand(FREEZING),
  buildDecision('lifecycle', 'reject'),
  buildCommand(FREEZING),
  buildWithdrawal('lifecycle'),
  buildWithdrawal('lifecycle'),
  buildCommand({ do: 'post', entry: FUNDS }),
  buildCommand(REVERSAL),
  buildDecision('adjustment', 'reject'),
  buildCommand(REVERSAL),
  buildWithdrawal('adjustment'),
);

/** Metadata that is replaced as a whole, twice. */
export const DESCRIBED_ACCOUNT = buildSteps(
  ...['branch', 'manager'].map((name) =>
    buildCommand({ do: 'describe', account: ownReference(0), metadata: { [name]: 'Lisbon 4' } }),
  ),
);

/** An external id belongs to one account of a tenant, and to one of the other tenant too. */
export const TAKEN_EXTERNAL_ID = buildSteps(
  ...([0, 0, 1] as const).map((tenant) =>
    buildCommand({ do: 'open', currency: 'EUR', externalId: 'core-1' }, { tenant }),
  ),
);
