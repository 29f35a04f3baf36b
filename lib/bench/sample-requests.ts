// One good request of every operation, for measurements that call them all.
import { randomUUID } from 'node:crypto';
import { operations, permissionsOf, routeOf } from '../../functions/operations.ts';
import type { OperationName } from '../../functions/operations.ts';
import type { Product, ProductRequest } from './product.ts';
import { openFunded, transferBody } from './transfers.ts';

/** What there is to read and to work on, by the names of path parameters. */
interface Holdings {
  readonly accountId: string;
  readonly otherAccountId: string;
  readonly journalEntryId: string;
  readonly loanId: string;
  readonly transactionId: string;
  /** A request that nobody decides on: for a lifecycle operation, or for an adjustment. */
  readonly requestId: string;
}

interface Sample {
  readonly query?: string;
  readonly body?: (holdings: Holdings) => unknown;
  /** Makes what can be used only once; its time is nobody's. */
  readonly fresh?: (product: Product) => Promise<Partial<Holdings>>;
}

const transfer = ({ accountId, otherAccountId }: Holdings) =>
  transferBody(accountId, otherAccountId);

const account = {
  customer_id: 'cus-4711',
  product_id: 'current-account',
  name: 'Ada Lovelace',
  currency: 'EUR',
};

const loan = ({ accountId }: Pick<Holdings, 'accountId'>) => ({
  customer_id: 'cus-4711',
  product_id: 'consumer-loan',
  account_id: accountId,
  currency: 'EUR',
  principal: '1000000.00',
});

const disbursement = {
  type: 'DISBURSEMENT',
  amount: '0.01',
  currency: 'EUR',
  allocation: { principal: '0.01', interest: '0.00', fees: '0.00' },
};

const reversal = ({ journalEntryId }: Pick<Holdings, 'journalEntryId'>) => ({
  target_type: 'JOURNAL_ENTRY',
  target_id: journalEntryId,
  adjustment_type: 'REVERSAL',
  reason: 'The payment was made twice.',
});

const freeze = { transition: 'FREEZE', reason: 'The card was lost.' };

/** A new operation gets a line here; until then the measurements say that it is missing. */
const samples: Partial<Record<OperationName, Sample>> = {
  createAccount: { body: () => account },
  listAccounts: { query: '?limit=20' },
  getAccount: {},
  getAccountBalance: {},
  getAccountStatement: { query: '?limit=20' },
  postJournalEntry: { body: transfer },
  postJournalEntries: {
    body: (holdings) => ({ entries: [transfer(holdings), transfer(holdings)] }),
  },
  listJournalEntries: { query: '?limit=20' },
  getJournalEntry: {},
  createLoan: { body: loan },
  listLoans: { query: '?limit=20' },
  getLoan: {},
  postLoanTransaction: { body: () => disbursement },
  listLoanTransactions: { query: '?limit=20' },
  getTransaction: {},
  submitAccountStatusTransition: { body: () => freeze, fresh: freshAccount },
  listAccountLifecycleRequests: { query: '?limit=20' },
  getAccountLifecycleRequest: {},
  approveAccountLifecycleRequest: { body: () => ({}), fresh: freshRequest },
  rejectAccountLifecycleRequest: { body: () => ({ reason: 'Not needed.' }), fresh: freshRequest },
  submitFinancialAdjustmentRequest: { body: reversal },
  listFinancialAdjustmentRequests: { query: '?limit=20' },
  getFinancialAdjustmentRequest: { fresh: freshAdjustment },
  approveFinancialAdjustmentRequest: { body: () => ({}), fresh: freshAdjustment },
  rejectFinancialAdjustmentRequest: {
    body: () => ({ reason: 'Not needed.' }),
    fresh: freshAdjustment,
  },
};

export interface SampleRequests {
  readonly names: readonly OperationName[];
  /** Operations without a sample. */
  readonly missing: readonly string[];
  /** Another one that will succeed. */
  next(name: OperationName): Promise<ProductRequest>;
}

/** Opens two accounts and a loan and posts on them; the requests work on these. */
export async function sampleRequests(product: Product): Promise<SampleRequests> {
  const holdings = await holdingsOf(product);
  const all = (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].api === 'ledger',
  );
  return {
    names: all.filter((name) => samples[name]),
    missing: all.filter((name) => !samples[name]),
    async next(name) {
      const sample = samples[name] ?? {};
      return requestOf(name, sample, { ...holdings, ...(await sample.fresh?.(product)) });
    },
  };
}

function requestOf(name: OperationName, sample: Sample, holdings: Holdings): ProductRequest {
  const { idempotent } = operations[name];
  const [permission = 'finance.read'] = permissionsOf(operations[name]);
  const { method, path } = routeOf(operations[name]);
  const concrete = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    String(Object(holdings)[parameter]),
  );
  return {
    method,
    path: `${concrete}${sample.query ?? ''}`,
    permission,
    ...(sample.body && { body: sample.body(holdings) }),
    ...(idempotent && { key: randomUUID() }),
  };
}

async function holdingsOf(product: Product): Promise<Holdings> {
  const accountId = await openFunded(product);
  const otherAccountId = await openFunded(product);
  const journalEntryId = await idOf(product, {
    path: '/api/journal-entries',
    body: transferBody(accountId, otherAccountId),
  });
  const loanId = await idOf(product, { path: '/api/loans', body: loan({ accountId }) });
  const transactionId = await idOf(product, {
    path: `/api/loans/${loanId}/transactions`,
    body: disbursement,
  });
  const { requestId } = await freshRequest(product);
  return { accountId, otherAccountId, journalEntryId, loanId, transactionId, requestId };
}

async function idOf(
  product: Product,
  made: Pick<ProductRequest, 'path' | 'body'>,
): Promise<string> {
  const key = randomUUID();
  const answer = await product.demand({
    ...made,
    method: 'POST',
    permission: 'finance.write',
    key,
  });
  return (JSON.parse(answer) as { id: string }).id;
}

async function freshAccount(product: Product): Promise<{ accountId: string }> {
  return { accountId: await openFunded(product) };
}

async function freshRequest(product: Product): Promise<{ requestId: string }> {
  const { accountId } = await freshAccount(product);
  const requestId = await idOf(product, {
    path: `/api/accounts/${accountId}/status-transitions`,
    body: freeze,
  });
  return { requestId };
}

async function freshAdjustment(product: Product): Promise<{ requestId: string }> {
  const { accountId } = await freshAccount(product);
  const { accountId: otherAccountId } = await freshAccount(product);
  const journalEntryId = await idOf(product, {
    path: '/api/journal-entries',
    body: transferBody(accountId, otherAccountId),
  });
  const requestId = await idOf(product, {
    path: '/api/financial-adjustment-requests',
    body: reversal({ journalEntryId }),
  });
  return { requestId };
}
