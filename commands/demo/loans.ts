// Two loans of the demo: one that is repaid in part, and one that waits for its disbursement.
import { buildDemoKey, requireAnswer } from './demo-operators.ts';
import type { DemoOperators } from './demo-operators.ts';
import type { DemoAccounts } from './customers.ts';

/** Makes the loans and their transactions. */
export async function makeLoans(operators: DemoOperators, accounts: DemoAccounts): Promise<void> {
  const [first, , second] = accounts;
  if (!first || !second) throw new Error('There is no account.');
  const loanId = await makeLoan(operators, 'loan-1', first.id, '12000.00');
  await makeLoan(operators, 'loan-2', second.id, '30000.00');
  const transact = (type: 'DISBURSEMENT' | 'INTEREST' | 'REPAYMENT' | 'FEE', parts: Parts) =>
    postTransaction(operators, loanId, { type, parts });
  await transact('DISBURSEMENT', { amount: '12000.00', principal: '12000.00' });
  await transact('FEE', { amount: '75.00', fees: '75.00' });
  await transact('INTEREST', { amount: '69.00', interest: '69.00' });
  const repaid = { principal: '200.00', interest: '69.00', fees: '75.00' };
  await transact('REPAYMENT', { amount: '344.00', ...repaid });
}

interface Parts extends Partial<Record<'principal' | 'interest' | 'fees', string>> {
  readonly amount: string;
}

async function makeLoan(
  { maker }: DemoOperators,
  key: string,
  account_id: string,
  principal: string,
): Promise<string> {
  const answer = await maker.ledger.POST('/api/loans', {
    params: { header: buildDemoKey(key) },
    body: {
      customer_id: 'cus-001',
      product_id: 'consumer-loan',
      account_id,
      currency: 'EUR',
      principal,
    },
  });
  return requireAnswer(answer).id;
}

async function postTransaction(
  { maker }: DemoOperators,
  loanId: string,
  {
    type,
    parts,
  }: { readonly type: 'DISBURSEMENT' | 'INTEREST' | 'REPAYMENT' | 'FEE'; readonly parts: Parts },
): Promise<void> {
  const { amount, principal = '0.00', interest = '0.00', fees = '0.00' } = parts;
  const answer = await maker.ledger.POST('/api/loans/{loanId}/transactions', {
    params: { path: { loanId }, header: buildDemoKey(`loan-1-${type}`) },
    body: { type, amount, currency: 'EUR', allocation: { principal, interest, fees } },
  });
  requireAnswer(answer);
}
