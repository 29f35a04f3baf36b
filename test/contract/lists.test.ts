// Every list over HTTP: its pages, each of its filters, and neither for another tenant.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { OperationName } from '../../functions/operations.ts';
import type { SampleRequest, World } from '../../lib/samples/sample.ts';
import { samples } from '../../lib/samples/samples.ts';
import { idsIn, itemsOf, nextCursorOf } from '../support/lists.ts';
import { parametersOf } from '../support/published-schemas.ts';
import type { Parameter } from '../support/published-schemas.ts';
import { sampledTenant } from '../support/sampled-tenant.ts';
import type { SampledTenant } from '../support/sampled-tenant.ts';
import { startStack } from '../support/stack.ts';
import type { Answer, Stack } from '../support/stack.ts';

let stack: Stack;
let rival: SampledTenant;
beforeAll(async () => {
  stack = await startStack();
  rival = sampledTenant(stack, 'rival');
});
afterAll(() => stack.stop());

type Filler = (world: World) => Promise<unknown>;

const by =
  (name: OperationName): Filler =>
  async (world) =>
    world.call(name, await samples[name](world));

// What puts another record on the list of the sample; a list that nobody fills fails.
const FILLED: Partial<Record<OperationName, Filler>> = {
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

const lists = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].list !== undefined,
);

interface Filled {
  readonly tenant: SampledTenant;
  /** Without a cursor, a limit and filters. */
  readonly request: SampleRequest;
  readonly first: Answer;
  readonly cursor: string;
}

const known = new Map<OperationName, Promise<Filled>>();

/** A tenant whose list has two records, and the first page of one; the same each time. */
function filled(name: OperationName): Promise<Filled> {
  const one = known.get(name) ?? fill(name);
  known.set(name, one);
  return one;
}

async function fill(name: OperationName): Promise<Filled> {
  const tenant = sampledTenant(stack, name.toLowerCase());
  for (let times = 0; times < 2; times += 1) await FILLED[name]?.(tenant.world);
  const { path = {} } = await samples[name](tenant.world);
  for (let tries = 0; tries < 200; tries += 1) {
    const first = await tenant.send(name, { path, query: { limit: '1' } });
    const cursor = nextCursorOf(first);
    if (cursor !== undefined) return { tenant, request: { path }, first, cursor };
    // Projections follow by moments.
    await sleep(50);
  }
  throw new Error(`${name} lists no two records.`);
}

test('every list is here', () => {
  expect(Object.keys(FILLED).toSorted()).toEqual(lists.toSorted());
});

test.each(lists)('%s goes on where a page ended, for its own tenant alone', async (name) => {
  const { tenant, request, first, cursor } = await filled(name);
  const query = { limit: '1', cursor };

  const second = await tenant.send(name, { ...request, query });
  const foreign = await rival.send(name, { ...request, query });

  expect(itemsOf(first)).toHaveLength(1);
  expect(itemsOf(second)).toHaveLength(1);
  expect(itemsOf(second)).not.toEqual(itemsOf(first));
  expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

const filters = lists.flatMap((name) =>
  parametersOf(name, 'query')
    .filter((parameter) => !['cursor', 'limit'].includes(parameter.name))
    .map((parameter): [OperationName, string, Parameter] => [name, parameter.name, parameter]),
);

test.each(filters)(
  '%s by %s gives what fits, to its own tenant alone',
  async (name, filter, { schema }) => {
    const { tenant, request, first } = await filled(name);
    const [item] = itemsOf(first);
    const listed = async (who: SampledTenant, value: unknown) =>
      itemsOf(await who.send(name, { ...request, query: { [filter]: String(value) } }));
    const bound = filter === 'from' || filter === 'to';
    const day = (year: number) => `${year}-01-01${schema.format === 'date' ? '' : 'T00:00:00Z'}`;
    const [fitting, other] = bound
      ? [day(filter === 'from' ? 2000 : 2999), day(filter === 'from' ? 2999 : 2000)]
      : [item?.[filter], schema.enum?.find((value) => value !== item?.[filter]) ?? 'x_unknown'];

    const found = await listed(tenant, fitting);

    expect(found.length).toBeGreaterThan(0);
    if (!bound) expect(new Set(found.map((one) => one[filter]))).toEqual(new Set([fitting]));
    expect(await listed(tenant, other)).toEqual([]);
    expect(idsIn(found).length).toBeGreaterThan(0);
    const foreign = await rival.send(name, { ...request, query: { [filter]: String(fitting) } });
    const shown = foreign.status < 300 ? idsIn(foreign.body) : [];
    expect(shown.filter((id) => idsIn(found).includes(id))).toEqual([]);
  },
);
