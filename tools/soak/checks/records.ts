// Checks that every acknowledged record exists once, as it was answered, and that no other record exists.
import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { parseMinorUnits } from '../amounts.ts';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { ExpectedRecords } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import { isApprovedEntry, isChangeRequest } from '../observations.ts';
import type { Observations } from '../observations.ts';
import { compareIds, listAllItems } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

export const checkRecords: SoakCheck = async (state) => {
  const all = await Promise.all(
    state.observations.map((observations) => checkTenantRecords(state, observations)),
  );
  const count = all.reduce((sum, { length }) => sum + length, 0);
  return {
    subject: `${count} records read back`,
    findings: all.flatMap((one) => one.findings),
  };
};

async function checkTenantRecords(state: SoakState, observations: Observations) {
  const { tenant } = observations;
  const records = deriveExpectedRecords(observations);
  const findings: string[] = [];
  let length = 0;
  const compare = async (
    operation: OperationName,
    expected: ReadonlySet<string>,
    path?: Record<string, string>,
  ): Promise<AnswerBody[]> => {
    const items = await listAllItems(state, tenant, operation, { path });
    length += items.length;
    const ids = items.map(({ id, batchId }) => String(id ?? batchId));
    findings.push(...compareIds(`${tenant}: ${operation}`, expected, ids));
    return items;
  };
  const entries = await compare('listJournalEntries', toKeySet(records.entries));
  findings.push(...findChangedEntries(tenant, listPostedEntries(observations), entries));
  findings.push(...findUnbalanced(tenant, entries));
  await compare('listAccounts', records.accounts);
  await compare('listLoans', records.loans);
  for (const [operation, expected] of [
    ['listAccountLifecycleRequests', records.lifecycle],
    ['listFinancialAdjustmentRequests', records.adjustments],
    ['listGeneralLedgerRequests', records.ledgerRequests],
    ['listChangeRequests', records.changes],
  ] as const) {
    const requests = await compare(operation, toKeySet(expected));
    findings.push(
      ...findChangedEntries(tenant, expected, requests),
      ...findSelfApproved(tenant, requests),
    );
  }
  for (const [operation, parameter, parents] of listChildRecords(records)) {
    for (const parent of new Set(parents.values())) {
      const children = [...parents].filter(([, id]) => id === parent).map(([id]) => id);
      await compare(operation, new Set(children), { [parameter]: parent });
    }
  }
  const products = await compare('listProducts', toKeySet(records.products));
  findings.push(...findRepublished(tenant, records, products));
  await compare('listSchemas', records.schemas);
  await compare('listWorkflows', records.workflows);
  await compare('listLegacyBatches', records.batches);
  return { length, findings };
}

/** The list, its path parameter, and the parent by child. */
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

/** The acknowledged journal entries as they were answered, by id. */
function listPostedEntries({ acknowledged }: Observations): ReadonlyMap<string, AnswerBody> {
  const answered = acknowledged.flatMap(({ intent: { operation }, answer: { body } }) => {
    if (isChangeRequest(body)) return isApprovedEntry(body) ? [body.result] : [];
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
      const [was, is] = [answered.get(body.id), body].map((version) => JSON.stringify(version));
      return `${tenant}: ${body.id} was answered ${was} and is ${is}`;
    });
}

function findSelfApproved(tenant: string, requests: readonly AnswerBody[]): string[] {
  return requests
    .filter(({ status }) => status === 'APPLIED' || status === 'FAILED')
    .filter((request) => request.requested_by === request.decided_by)
    .map(({ id, decided_by: maker }) => `${tenant}: ${id} was approved by its maker, ${maker}`);
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
  records: ExpectedRecords,
  products: readonly AnswerBody[],
): string[] {
  return products
    .filter(({ id, version }) => records.products.get(id) !== version)
    .map(({ id, version }) => {
      const times = records.products.get(id);
      return `${tenant}: ${id} was published ${times} times and is at version ${version}`;
    });
}
