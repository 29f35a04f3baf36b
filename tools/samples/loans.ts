// Samples of loans and their transactions.
import type { OperationName } from '../../functions/operations/operations.ts';
import { createFundedAccount } from './accounts.ts';
import { buildLoanBody, buildLoanTransactionBody } from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

async function buildLoanRequest(context: SampleContext) {
  const account = await context.once('account of loans', () => createFundedAccount(context));
  return { body: buildLoanBody(account) };
}

export function readSharedLoan(context: SampleContext): Promise<string> {
  return context.once('loan', async () =>
    createSample(context, 'createLoan', await buildLoanRequest(context)),
  );
}

async function buildDisbursementRequest(context: SampleContext) {
  return {
    path: { loanId: await readSharedLoan(context) },
    body: buildLoanTransactionBody('DISBURSEMENT', '0.01'),
  };
}

function readSharedTransaction(context: SampleContext): Promise<string> {
  return context.once('transaction', async () =>
    createSample(context, 'postLoanTransaction', await buildDisbursementRequest(context)),
  );
}

export const loanSamples = {
  createLoan: buildLoanRequest,
  listLoans: buildListSample(readSharedLoan),
  getLoan: async (context) => ({ path: { loanId: await readSharedLoan(context) } }),
  postLoanTransaction: buildDisbursementRequest,
  listLoanTransactions: async (context) => ({
    path: { loanId: await readSharedLoan(context) },
    ...(await buildListSample(readSharedTransaction)(context)),
  }),
  getTransaction: async (context) => ({
    path: { transactionId: await readSharedTransaction(context) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
