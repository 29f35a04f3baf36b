// Tenants on whose lists two records stand, so that they go on where a page ended.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations/operations.ts';
import type { SampleRequest, World } from '../../tools/samples/sample.ts';
import { samples } from '../../tools/samples/samples.ts';
import { nextCursorOf } from './lists.ts';
import type { SampledTenant } from './sampled-tenant.ts';
import type { Answer } from './stack.ts';

type Filler = (world: World) => Promise<unknown>;

const by =
  (name: OperationName): Filler =>
  async (world) =>
    world.call(name, await samples[name](world));

/** What puts another record on the list of the sample. */
export const fillers: Partial<Record<OperationName, Filler>> = {
  listAccounts: by('createAccount'),
  getAccountStatement: by('postJournalEntry'),
  listJournalEntries: by('postJournalEntry'),
  listAccountLifecycleRequests: by('submitAccountStatusTransition'),
  listFinancialAdjustmentRequests: by('submitFinancialAdjustmentRequest'),
  listLoans: by('createLoan'),
  listLoanTransactions: by('postLoanTransaction'),
  listSchemas: by('createSchema'),
  listProducts: by('generateProductConfiguration'),
  listRules: by('createRule'),
  listWorkflows: by('createWorkflow'),
  listWorkflowsByTrigger: by('createWorkflow'),
  listWorkflowExecutions: by('executeWorkflow'),
  listLoanActivity: by('createLoan'),
  listLedgerActivity: by('postJournalEntry'),
  listProductPublications: by('generateProductConfiguration'),
  // Makes another export and waits until it is done, so that its status stays.
  listLegacyBatches: async (world) => samples.recordExportDelivery(world),
  // Two rows of its file are wrong.
  listLegacyBatchRejections: async () => undefined,
};

export interface FilledList {
  readonly tenant: SampledTenant;
  /** Without a cursor, a limit and filters. */
  readonly request: SampleRequest;
  /** A page of one. */
  readonly first: Answer;
  readonly cursor: string;
}

/** The tenant's list of that name, with a record beside that of the sample. */
export async function filledList(name: OperationName, tenant: SampledTenant): Promise<FilledList> {
  const { path = {} } = await samples[name](tenant.world);
  await fillers[name]?.(tenant.world);
  for (let tries = 0; tries < 1_000; tries += 1) {
    const first = await tenant.send(name, { path, query: { limit: '1' } });
    const cursor = nextCursorOf(first);
    if (cursor !== undefined) return { tenant, request: { path }, first, cursor };
    // Projections follow by moments.
    await sleep(50);
  }
  throw new Error(`${name} lists no two records.`);
}
