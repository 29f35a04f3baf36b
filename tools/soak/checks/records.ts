// Every record that was acknowledged is there, once, as it was answered, and no other one is.
import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { minorOf } from '../amounts.ts';
import { expectedBooks } from '../expected-records.ts';
import type { ExpectedBooks } from '../expected-records.ts';
import type { Body } from '../intent.ts';
import type { Memory } from '../faults/memory.ts';
import { differences, listAll } from './check.ts';
import type { Check, Scene } from './check.ts';

export const records: Check = async (scene) => {
  const all = await Promise.all(scene.memories.map((memory) => recordsOf(scene, memory)));
  const count = all.reduce((sum, { length }) => sum + length, 0);
  return {
    what: `${count} records read back`,
    findings: all.flatMap((one) => one.findings),
  };
};

async function recordsOf(scene: Scene, memory: Memory) {
  const { tenant } = memory;
  const books = expectedBooks(memory);
  const findings: string[] = [];
  let length = 0;
  const compare = async (
    operation: OperationName,
    expected: ReadonlySet<string>,
    path?: Record<string, string>,
  ): Promise<Body[]> => {
    const items = await listAll(scene, tenant, operation, path);
    length += items.length;
    const ids = items.map(({ id, batchId }) => String(id ?? batchId));
    findings.push(...differences(`${tenant}: ${operation}`, expected, ids));
    return items;
  };
  const entries = await compare('listJournalEntries', keysOf(books.entries));
  findings.push(...changed(tenant, postedEntries(memory), entries));
  findings.push(...unbalanced(tenant, entries));
  await compare('listAccounts', books.accounts);
  await compare('listLoans', books.loans);
  for (const [operation, expected] of [
    ['listAccountLifecycleRequests', books.lifecycle],
    ['listFinancialAdjustmentRequests', books.adjustments],
  ] as const) {
    const requests = await compare(operation, keysOf(expected));
    findings.push(...changed(tenant, expected, requests), ...selfApproved(tenant, requests));
  }
  for (const [operation, name, places] of childrenOf(books)) {
    for (const place of new Set(places.values())) {
      const own = [...places].filter(([, of]) => of === place).map(([id]) => id);
      await compare(operation, new Set(own), { [name]: place });
    }
  }
  const products = await compare('listProducts', keysOf(books.products));
  findings.push(...republished(tenant, books, products));
  await compare('listSchemas', books.schemas);
  await compare('listWorkflows', books.workflows);
  await compare('listLegacyBatches', books.batches);
  return { length, findings };
}

type Children = readonly [OperationName, string, ReadonlyMap<string, string>];

function childrenOf({ transactions, executions, rules }: ExpectedBooks): Children[] {
  return [
    ['listLoanTransactions', 'loanId', transactions],
    ['listWorkflowExecutions', 'workflowId', executions],
    ['listRules', 'productId', rules],
  ];
}

function keysOf(map: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set(map.keys());
}

/** Journal entries as they were answered. */
function postedEntries({ acknowledged }: Memory): ReadonlyMap<string, Body> {
  const answered = acknowledged.flatMap(({ intent: { operation }, answer: { body } }) => {
    if (operation === 'postJournalEntry') return [body];
    return operation === 'postJournalEntries' ? body.items : [];
  });
  return new Map(answered.map((body: Body) => [body.id, body]));
}

function changed(
  tenant: string,
  answered: ReadonlyMap<string, Body>,
  found: readonly Body[],
): string[] {
  return found
    .filter((body) => answered.has(body.id) && !isDeepStrictEqual(answered.get(body.id), body))
    .map((body) => {
      const [was, is] = [answered.get(body.id), body].map((one) => JSON.stringify(one));
      return `${tenant}: ${body.id} was answered ${was} and is ${is}`;
    });
}

function selfApproved(tenant: string, requests: readonly Body[]): string[] {
  return requests
    .filter(({ status }) => status === 'APPLIED' || status === 'FAILED')
    .filter((request) => request.requested_by === request.decided_by)
    .map(({ id, decided_by: who }) => `${tenant}: ${id} was approved by ${who}, who had asked`);
}

function unbalanced(tenant: string, entries: readonly Body[]): string[] {
  return entries
    .filter(({ ledger_lines: lines }) => {
      const sum = (side: string) =>
        lines.reduce((all: bigint, line: Body) => all + minorOf(line[side] ?? '0.00'), 0n);
      return sum('debit_amount') !== sum('credit_amount');
    })
    .map(({ id }) => `${tenant}: the lines of ${id} do not balance`);
}

function republished(tenant: string, books: ExpectedBooks, products: readonly Body[]): string[] {
  return products
    .filter(({ id, version }) => books.products.get(id) !== version)
    .map(({ id, version }) => {
      const times = books.products.get(id);
      return `${tenant}: ${id} was published ${times} times and is at version ${version}`;
    });
}
