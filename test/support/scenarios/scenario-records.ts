// The records of a tenant that the scenarios of all operations need.
import { expect } from '@jest/globals';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildEntryBody, buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import {
  applySettings,
  approveLedgerRequest,
  requestPeriodChange,
} from '../accounting-periods/closings.ts';
import { putControls } from '../controls/controls.ts';
import { adjustEntry } from '../fixtures/adjustments.ts';
import { requestExport } from '../fixtures/batches/batches.ts';
import { asTenant, credit, openAccount } from '../stack/ledger.ts';
import type { CallOptions, OperationCaller } from '../stack/ledger.ts';
import { submitTransition } from '../fixtures/lifecycle.ts';
import { agreeLoan, fee } from '../fixtures/loans.ts';
import { submitControlledChanges } from './controls/controlled-records.ts';
import type { ControlledRecords } from './controls/controlled-records.ts';
import { createRule, publishProduct } from '../fixtures/products.ts';
import { buildEntity } from '../fixtures/schemas.ts';
import { createWorkflow, executeWorkflow } from '../fixtures/workflows.ts';

export interface SealedRecords {
  /** The number of leaves. */
  readonly size: number;
  /** The receipt of the entry, and its time. */
  readonly receipt: string;
  readonly at: string;
  /** An entry that was posted since, and that the log lacks. */
  readonly unsealed: string;
}

export interface ScenarioRecords extends ControlledRecords {
  /** An account with one posting. */
  readonly account: string;
  /** An account of a product without postings, so that no function has cached the product's rules. */
  readonly untouched: string;
  /** The Idempotency-Key under which it was opened. */
  readonly receiptKey: string;
  readonly entry: string;
  /** Two freezes and the first again: the second to be approved fails, the third is already decided. */
  readonly requests: readonly string[];
  readonly rejected: string;
  readonly ownFreeze: string;
  /** Two reversals and the first again: the second to be approved fails, the third is already decided. */
  readonly adjustments: readonly string[];
  readonly withdrawn: string;
  readonly ownReversal: string;
  readonly loan: string;
  readonly transaction: string;
  readonly schema: string;
  /** The name of the schema's entity. */
  readonly entity: string;
  /** A product with the rules `one` and `two`. */
  readonly product: string;
  /** The code of an account of the chart. */
  readonly ledgerAccount: string;
  /** Two closings and the first again: the second to be approved fails, the third is already decided. */
  readonly closings: readonly string[];
  readonly withdrawnClosing: string;
  readonly ownClosing: string;
  /** A period whose closing is approved, and the request: its tasks are still to run. */
  readonly closedPeriod: string;
  readonly approvedClosing: string;
  /** Three closings of a closed year, of which the last is never decided, where `createYearClosings` has made them. */
  readonly yearClosings?: readonly string[];
  /** A tenant that enforces its control accounts, where `createEnforcedTenant` has made it. */
  readonly enforced?: EnforcedTenant;
  /** What the evidence log has, where `readSealedRecords` has read it. */
  readonly sealed?: SealedRecords;
  /** A posting template at version 1. */
  readonly template: string;
  /** A webhook at version 1. */
  readonly webhook: string;
  /** The event of a delivery to it, where `leaveFailedDelivery` has made one. */
  readonly delivered?: string;
  /** A webhook to delete. */
  readonly unwantedWebhook: string;
  readonly workflow: string;
  readonly execution: string;
  readonly batch: string;
}

export interface EnforcedTenant {
  readonly tenant: string;
  /** An account of the product `savings-account`, which is not published. */
  readonly account: string;
  /** An entry without postings. */
  readonly entry: string;
  /** A change request for a first version of that product, which moves its control account. */
  readonly publication: string;
  /** A webhook; nothing has read a secret of the tenant. */
  readonly webhook: string;
}

/** Calls that together use an operation's grants in every way. */
export type OperationScenario = (records: ScenarioRecords) => readonly CallOptions[];

/** The scenarios of some operations. */
export type ScenariosByOperation = Partial<Record<OperationName, OperationScenario>>;

/** Creates new records; `name` distinguishes schemas and products of the same tenant. */
export async function createScenarioRecords(
  caller: OperationCaller,
  name = 'known',
): Promise<ScenarioRecords> {
  const { call } = caller;
  const charge = { account_id: '${context.account}', amount: '${context.amount}' };
  const workflow = await createWorkflow(caller, { action: 'CHARGE_FEE', parameters: charge });
  // Before any function has cached the configuration of a new tenant.
  const controlled = await submitControlledChanges(caller, workflow);
  const account = await openAccount(caller);
  const posted = await call('postJournalEntry', { body: credit(account, '1.00') });
  const [path, body] = [{ loanId: (await agreeLoan(caller)).id }, fee('1.00')];
  const accrued = await call('postLoanTransaction', { path, body });
  const receiptKey = crypto.randomUUID();
  return {
    ...controlled,
    account,
    untouched: await openAccount(caller, { product: 'untouched', key: receiptKey }),
    receiptKey,
    entry: posted.body.id,
    ...(await submitFreezes(caller)),
    ...(await submitReversals(caller)),
    loan: path.loanId,
    transaction: accrued.body.id,
    schema: (await call('createSchema', { body: buildEntity(name) })).body.id,
    entity: name,
    product: await createRuledProduct(caller, name),
    ledgerAccount: await defineLedgerAccount(caller, name),
    ...(await submitClosings(caller)),
    template: (await call('createPostingTemplate', { body: buildTemplateBody() })).body.id,
    webhook: (await call('createWebhook', { body: buildWebhookBody() })).body.id,
    unwantedWebhook: (await call('createWebhook', { body: buildWebhookBody() })).body.id,
    workflow,
    execution: (await executeWorkflow(caller, workflow, { account, amount: '0.01' })).body.id,
    batch: (await requestExport(caller)).batchId,
  };
}

/** Creates a tenant that has enforced its control accounts since before any function read its settings. */
export async function createEnforcedTenant(caller: OperationCaller): Promise<EnforcedTenant> {
  const tenant = `enforced-${crypto.randomUUID().slice(0, 8)}`;
  const own = asTenant(caller, tenant);
  // Before any function has cached that there are none.
  await putControls(own, [{ operation: 'upsertProduct', when: 'request.type == "controlled"' }]);
  await applySettings(own, { control_accounts: 'ENFORCED' });
  const publication = await submitPublication(own);
  const body = buildEntryBody('1.00', ['1000', '3000'], []);
  const entry = (await own.call('postJournalEntry', { body })).body.id;
  const account = await openAccount(own, { product: 'savings-account' });
  const webhook = (await own.call('createWebhook', { body: buildWebhookBody() })).body.id;
  return { tenant, account, entry, publication, webhook };
}

async function submitPublication({ call }: OperationCaller): Promise<string> {
  const config = { ledger_accounts: { customer_deposits: 'SAVINGS_DEPOSITS' } };
  const body = { id: 'savings-account', type: 'controlled', config };
  const requested = await call('upsertProduct', { body });
  expect(requested.status).toBe(202);
  return requested.body.id as string;
}

async function defineLedgerAccount({ call }: OperationCaller, code: string): Promise<string> {
  const body = { name: 'Suspense', type: 'ASSET' };
  await call('upsertGeneralLedgerAccount', { path: { code }, body });
  return code;
}

async function submitClosings(caller: OperationCaller) {
  const submit = async (period: string) =>
    (await requestPeriodChange(caller, 'close', period)).id as string;
  const [first, second] = [await submit('2020-01'), await submit('2020-01')];
  const closedPeriod = '2019-12';
  const approvedClosing = await submit(closedPeriod);
  await approveLedgerRequest(caller, approvedClosing);
  return {
    closings: [first, second, first],
    withdrawnClosing: await submit('2020-01'),
    ownClosing: await submit('2020-01'),
    closedPeriod,
    approvedClosing,
  };
}

async function createRuledProduct(caller: OperationCaller, id: string): Promise<string> {
  await publishProduct(caller, id);
  await caller.call('generateProductConfiguration', { body: { jurisdiction: 'EU' } });
  for (const rule of ['one', 'two']) await createRule(caller, id, { id: rule });
  return id;
}

async function submitFreezes(caller: OperationCaller) {
  const account = await openAccount(caller);
  const [first, second] = [
    await submitTransition(caller, account),
    await submitTransition(caller, account),
  ];
  return {
    requests: [first, second, first],
    rejected: await submitTransition(caller, account),
    ownFreeze: await submitTransition(caller, account),
  };
}

async function submitReversals(caller: OperationCaller) {
  const entry = { body: credit(await openAccount(caller), '1.00') };
  const target = (await caller.call('postJournalEntry', entry)).body.id;
  const [first, second] = [await adjustEntry(caller, target), await adjustEntry(caller, target)];
  return {
    adjustments: [first, second, first],
    withdrawn: await adjustEntry(caller, target),
    ownReversal: await adjustEntry(caller, target),
  };
}

/** The same call twice: the second one replays the first answer. */
export function repeatCall(options: CallOptions): [CallOptions, CallOptions] {
  const keyed = { ...options, key: crypto.randomUUID() };
  return [keyed, keyed];
}
