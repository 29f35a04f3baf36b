// Every record that was acknowledged is there, once, as it was answered, and no other one is.
import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { parseMinorUnits } from '../amounts.ts';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { ExpectedRecords } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../faults/observations.ts';
import { compareIds, listAllItems } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

export const checkRecords: SoakCheck = async (scene) => {
  const all = await Promise.all(
    scene.observations.map((observations) => checkTenantRecords(scene, observations)),
  );
  const count = all.reduce((sum, { length }) => sum + length, 0);
  return {
    subject: `${count} records read back`,
    findings: all.flatMap((one) => one.findings),
  };
};

async function checkTenantRecords(scene: SoakState, observations: Observations) {
  const { tenant } = observations;
  const books = deriveExpectedRecords(observations);
  const findings: string[] = [];
  let length = 0;
  const compare = async (
    operation: OperationName,
    expected: ReadonlySet<string>,
    path?: Record<string, string>,
  ): Promise<AnswerBody[]> => {
    const items = await listAllItems(scene, tenant, operation, path);
    length += items.length;
    const ids = items.map(({ id, batchId }) => String(id ?? batchId));
    findings.push(...compareIds(`${tenant}: ${operation}`, expected, ids));
    return items;
  };
  const entries = await compare('listJournalEntries', toKeySet(books.entries));
  findings.push(...findChangedEntries(tenant, listPostedEntries(observations), entries));
  findings.push(...findUnbalanced(tenant, entries));
  await compare('listAccounts', books.accounts);
  await compare('listLoans', books.loans);
  for (const [operation, expected] of [
    ['listAccountLifecycleRequests', books.lifecycle],
    ['listFinancialAdjustmentRequests', books.adjustments],
  ] as const) {
    const requests = await compare(operation, toKeySet(expected));
    findings.push(
      ...findChangedEntries(tenant, expected, requests),
      ...findSelfApproved(tenant, requests),
    );
  }
  for (const [operation, name, places] of listChildRecords(books)) {
    for (const place of new Set(places.values())) {
      const own = [...places].filter(([, of]) => of === place).map(([id]) => id);
      await compare(operation, new Set(own), { [name]: place });
    }
  }
  const products = await compare('listProducts', toKeySet(books.products));
  findings.push(...findRepublished(tenant, books, products));
  await compare('listSchemas', books.schemas);
  await compare('listWorkflows', books.workflows);
  await compare('listLegacyBatches', books.batches);
  return { length, findings };
}

type ChildRecords = readonly [OperationName, string, ReadonlyMap<string, string>];

function listChildRecords({ transactions, executions, rules }: ExpectedRecords): ChildRecords[] {
  return [
    ['listLoanTransactions', 'loanId', transactions],
    ['listWorkflowExecutions', 'workflowId', executions],
    ['listRules', 'productId', rules],
  ];
}

function toKeySet(map: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set(map.keys());
}

/** Journal entries as they were answered. */
function listPostedEntries({ acknowledged }: Observations): ReadonlyMap<string, AnswerBody> {
  const answered = acknowledged.flatMap(({ intent: { operation }, answer: { body } }) => {
    if (operation === 'postJournalEntry') return [body];
    return operation === 'postJournalEntries' ? body.items : [];
  });
  return new Map(answered.map((body: AnswerBody) => [body.id, body]));
}

function findChangedEntries(
  tenant: string,
  answered: ReadonlyMap<string, AnswerBody>,
  found: readonly AnswerBody[],
): string[] {
  return found
    .filter((body) => answered.has(body.id) && !isDeepStrictEqual(answered.get(body.id), body))
    .map((body) => {
      const [was, is] = [answered.get(body.id), body].map((one) => JSON.stringify(one));
      return `${tenant}: ${body.id} was answered ${was} and is ${is}`;
    });
}

function findSelfApproved(tenant: string, requests: readonly AnswerBody[]): string[] {
  return requests
    .filter(({ status }) => status === 'APPLIED' || status === 'FAILED')
    .filter((request) => request.requested_by === request.decided_by)
    .map(({ id, decided_by: who }) => `${tenant}: ${id} was approved by ${who}, who had asked`);
}

function findUnbalanced(tenant: string, entries: readonly AnswerBody[]): string[] {
  return entries
    .filter(({ ledger_lines: lines }) => {
      const sum = (side: string) =>
        lines.reduce(
          (all: bigint, line: AnswerBody) => all + parseMinorUnits(line[side] ?? '0.00'),
          0n,
        );
      return sum('debit_amount') !== sum('credit_amount');
    })
    .map(({ id }) => `${tenant}: the lines of ${id} do not balance`);
}

function findRepublished(
  tenant: string,
  books: ExpectedRecords,
  products: readonly AnswerBody[],
): string[] {
  return products
    .filter(({ id, version }) => books.products.get(id) !== version)
    .map(({ id, version }) => {
      const times = books.products.get(id);
      return `${tenant}: ${id} was published ${times} times and is at version ${version}`;
    });
}
