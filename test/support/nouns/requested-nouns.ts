// Arbitrary lifecycle requests, adjustment requests and batches.
import type { Batch } from '../../../functions/domain/batches/batches.ts';
import { buildZeroOpenLoans } from '../../../functions/domain/loans/open-loans.ts';
import type { AdjustmentRequest } from '../../../functions/domain/requests/adjustments.ts';
import type { ChangeRequest } from '../../../functions/domain/requests/change-requests.ts';
import type { ControlledRequest } from '../../../functions/domain/requests/decisions.ts';
import type { GeneralLedgerRequest } from '../../../functions/domain/requests/general-ledger.ts';
import type { LifecycleRequest } from '../../../functions/domain/requests/lifecycle.ts';
import { fc } from './properties.ts';
import { accountStatus, count, data, id, nouns, text, time } from './nouns.ts';
import type { Nouns } from './nouns.ts';
import { fromBalanceItem, accountTerms, fromJournalItem } from './posted-nouns.ts';

const decisions = {
  status: fc.constantFrom('APPLIED' as const, 'REJECTED' as const),
  reason: text,
  requestedBy: text,
  correlationId: text,
  createdAt: time,
  decidedBy: text,
  decidedAt: time,
  decisionReason: text,
  appliedAt: time,
  failureReason: text,
};
const optionalDecisionMembers = [
  'decidedBy',
  'decidedAt',
  'decisionReason',
  'appliedAt',
  'failureReason',
] as const satisfies (keyof ControlledRequest)[];

const accounts = { terms: accountTerms.whole, state: fromBalanceItem.any };
// Terms and state have the same currency, product and identifier, because the record stores each only once.
const account = fc.record(accounts).map(({ terms, state }) => {
  const { id: accountId, productId } = state;
  const currency = state.balance.toJSON().currency.code;
  return { terms: { ...terms, id: accountId, productId, currency }, state };
});

const lifecycle = nouns<Omit<LifecycleRequest, 'openLoans'>>(
  {
    id: id('lcr'),
    ...decisions,
    transition: fc.constantFrom('FREEZE' as const, 'CLOSE' as const),
    fromStatus: accountStatus,
    targetStatus: accountStatus,
    account,
  },
  ...optionalDecisionMembers,
);
const addZeroOpenLoans = (request: Omit<LifecycleRequest, 'openLoans'>): LifecycleRequest => ({
  ...request,
  openLoans: buildZeroOpenLoans(request.account.state.id),
});

export const fromLifecycleItem: Nouns<LifecycleRequest> = {
  any: lifecycle.any.map(addZeroOpenLoans),
  whole: lifecycle.whole.map(addZeroOpenLoans),
};

export const fromAdjustmentItem = nouns<AdjustmentRequest>(
  {
    id: id('far'),
    ...decisions,
    adjustmentType: fc.constantFrom('REVERSAL' as const, 'CORRECTION' as const),
    target: fc.record({
      type: fc.constantFrom('JOURNAL_ENTRY' as const, 'TRANSACTION' as const),
      entry: fromJournalItem.any,
    }),
    correction: fc.constant({ journal: { ledger_lines: [], account_postings: [] } }),
    reversalJournalEntryId: id('jrn'),
    replacementJournalEntryId: id('jrn'),
  },
  ...optionalDecisionMembers,
  'correction',
  'reversalJournalEntryId',
  'replacementJournalEntryId',
);

export const generalLedgerRequest = nouns<GeneralLedgerRequest>(
  {
    id: id('glr'),
    ...decisions,
    kind: fc.constantFrom('PERIOD_CLOSE' as const, 'SETTINGS_CHANGE' as const),
    period: text,
    periodVersion: count,
    settings: fc.record({ base_currency: text }),
    yearClosing: fc.record({
      year: text,
      equity_account_code: text,
      entries: fc.constant([]),
      remaining_accounts: fc.nat(),
    }),
    journalEntryIds: fc.array(id('jrn'), { minLength: 1 }),
  },
  ...optionalDecisionMembers,
  'period',
  'periodVersion',
  'settings',
  'yearClosing',
  'journalEntryIds',
);

export const changeRequest = nouns<ChangeRequest>(
  {
    id: id('chg'),
    ...decisions,
    operation: text,
    request: fc.record({ path: fc.dictionary(text, text), body: data }),
    control: fc.record({ when: text, error: text, controls_version: fc.nat() }),
    result: data,
    failureCode: fc.constantFrom('insufficient_funds' as const),
  },
  ...optionalDecisionMembers,
  'control',
  'result',
  'failureCode',
);

export const batch = nouns<Pick<Batch, 'request' | 'requestedBy' | 'version' | 'id'>>({
  id: id('bat'),
  request: data,
  requestedBy: text,
  version: count,
}) as unknown as Nouns<Batch>;
