import { createLoan } from '../../../schemas/generated/operations/create-loan.ts';
import { draftLoan, openLoan } from '../../domain/loans/loans.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { buildNewLoanWrites } from '../../ledger/loans/writes.ts';
import { readAccountForLoan } from '../../ledger/loans/open-loans.ts';
import { operation } from '../../runtime/operation.ts';
import { toLoanView } from '../../views/loan.ts';

export const handler = operation(createLoan, async ({ body, session, now }) => {
  const draft = draftLoan(body);
  const { account, openLoans } = await readAccountForLoan(session, draft.accountId);
  const newId = buildIdGenerator(session.store.shards)(now);
  const loan = openLoan(draft, account, newId('loan'), now);
  return commit(session, {
    writes: buildNewLoanWrites(session, loan, openLoans),
    events: [{ type: 'loan.created', aggregateId: loan.terms.id, version: 1, payloadAt: '' }],
    status: 201,
    body: toLoanView(loan),
  });
});
