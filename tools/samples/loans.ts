// Samples of loans and their transactions.
import type { OperationName } from '../../functions/operations/operations.ts';
import { fundedAccount } from './accounts.ts';
import { made, pageOf } from './sample.ts';
import type { Sample, World } from './sample.ts';

const disbursement = {
  type: 'DISBURSEMENT',
  amount: '0.01',
  currency: 'EUR',
  allocation: { principal: '0.01', interest: '0.00', fees: '0.00' },
};

async function lending(world: World) {
  const account = await world.once('account of loans', () => fundedAccount(world));
  return {
    body: {
      customer_id: 'cus-4711',
      product_id: 'consumer-loan',
      account_id: account,
      currency: 'EUR',
      principal: '1000000.00',
    },
  };
}

export function sharedLoan(world: World): Promise<string> {
  return world.once('loan', async () => made(world, 'createLoan', await lending(world)));
}

async function disbursing(world: World) {
  return { path: { loanId: await sharedLoan(world) }, body: disbursement };
}

function sharedTransaction(world: World): Promise<string> {
  return world.once('transaction', async () =>
    made(world, 'postLoanTransaction', await disbursing(world)),
  );
}

export const loanSamples = {
  createLoan: lending,
  listLoans: pageOf(sharedLoan),
  getLoan: async (world) => ({ path: { loanId: await sharedLoan(world) } }),
  postLoanTransaction: disbursing,
  listLoanTransactions: async (world) => ({
    path: { loanId: await sharedLoan(world) },
    ...(await pageOf(sharedTransaction)(world)),
  }),
  getTransaction: async (world) => ({ path: { transactionId: await sharedTransaction(world) } }),
} satisfies Partial<Record<OperationName, Sample>>;
