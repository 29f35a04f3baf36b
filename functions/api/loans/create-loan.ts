import { createLoan } from '../../../schemas/generated/operations/create-loan.ts';
import { draftLoan, openLoan } from '../../domain/loans.ts';
import { commit } from '../../ledger/commit.ts';
import { idsAt } from '../../ledger/ids.ts';
import { newLoanWrite } from '../../ledger/loan-writes.ts';
import { readAccountsToPost } from '../../ledger/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { loanView } from './loan-view.ts';

export const handler = operation(createLoan, async ({ body, session, now }) => {
  const draft = draftLoan(body);
  const accounts = await readAccountsToPost(session, [draft.accountId]);
  const newId = idsAt(session.store.shards)(now);
  const loan = openLoan(draft, accounts.get(draft.accountId), newId('loan'), now);
  return commit(session, {
    writes: [newLoanWrite(session, loan)],
    events: [{ type: 'loan.created', aggregateId: loan.terms.id, version: 1, payloadAt: '' }],
    status: 201,
    body: loanView(loan),
  });
});
