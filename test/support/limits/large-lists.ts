// How each list gets another record at its largest.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleContext, SampleRequest } from '../../../tools/samples/sample.ts';
import { waitUntil } from '../../../tools/samples/projections.ts';
import {
  buildAccountBody,
  buildCreditBody,
  buildImportFile,
} from '../../../tools/samples/request-bodies.ts';
import { samples } from '../../../tools/samples/samples.ts';
import { fillers } from '../fixtures/filled-lists.ts';
import { buildLargestRequest, enlargeRequest } from './largest-requests.ts';
import type { BodyMembers } from './largest-requests.ts';

/** Adds a record at its largest to the list that the request reads. */
type LargeListFiller = (context: SampleContext, list: SampleRequest) => Promise<unknown>;

const buildFiller =
  (name: OperationName): LargeListFiller =>
  async (context) =>
    context.call(name, await buildLargestRequest(name, context));

/** Changes the record that the list is about. */
const buildVersionFiller =
  (name: OperationName, body: (list: SampleRequest) => object = () => ({})): LargeListFiller =>
  async (context, list) => {
    const { path = {}, ...request } = await samples[name](context);
    const merged = { ...(request.body as object), ...body(list) };
    const change = { ...request, path: { ...path, ...list.path }, body: merged };
    const { body: enlarged, ...rest } = enlargeRequest(name, change, context);
    return context.call(name, { ...rest, body: { ...(enlarged as object), ...body(list) } });
  };

const approveControls: LargeListFiller = async (context) => {
  const change = await context.call(
    'replaceControls',
    await buildLargestRequest('replaceControls', context),
  );
  const path = { requestId: (change as { id: string }).id };
  const { body } = await buildLargestRequest('approveChangeRequest', context);
  return context.call('approveChangeRequest', { path, body });
};

const buildCode = ({ unique }: SampleContext) => unique().padEnd(64, '"');

const defineAccount = async (context: SampleContext, code: string) => {
  const { body } = await buildLargestRequest('upsertGeneralLedgerAccount', context);
  await context.call('upsertGeneralLedgerAccount', { path: { code }, body });
  return code;
};

const addCode: LargeListFiller = async (context) => defineAccount(context, buildCode(context));

/** Posts in the currency and the period of the samples on a code of the chart that nothing else names. */
const addBalance: LargeListFiller = async (context) => {
  const account_code = await defineAccount(context, buildCode(context));
  const account = buildAccountBody({ currency: 'CHF' });
  const { id } = (await context.call('createAccount', { body: account })) as { id: string };
  const { ledger_lines, ...entry } = buildCreditBody(id, `${'9'.repeat(30)}.99`, 'CHF');
  const body = {
    ...entry,
    ledger_lines: ledger_lines.map((line, index) =>
      index === 0 ? { ...line, account_code } : line,
    ),
    description: '\u0001'.repeat(500),
    effective_date: '2025-11-20',
  };
  await context.call('postJournalEntry', { body });
};

/** Posts on an account whose product has a control account of its own. */
const addControlAccount: LargeListFiller = async (context) => {
  const id = context.unique();
  const account_code = await defineAccount(context, buildCode(context));
  const config = { ledger_accounts: { customer_deposits: account_code } };
  await context.call('upsertProduct', { body: { id, type: 'CURRENT_ACCOUNT', config } });
  const body = buildAccountBody({ currency: 'NOK', product_id: id });
  const account = (await context.call('createAccount', { body })) as { id: string };
  const entry = buildCreditBody(account.id, '1.00', 'NOK');
  await context.call('postJournalEntry', { body: { ...entry, effective_date: '2025-11-20' } });
};

const addSchemaVersion: LargeListFiller = async (context, { path }) => {
  const { entity_name } = (await context.call('getSchema', { path: path ?? {} })) as BodyMembers;
  const { body } = await buildLargestRequest('importSchema', context);
  await context.call('importSchema', { body: { ...(body as BodyMembers), entity_name } });
};

/** An import whose file is still to come, so that nothing is validated. */
const awaitUpload: LargeListFiller = async (context) => {
  const { body } = await buildLargestRequest('submitLegacyImport', context);
  const { file, ...rest } = body as { file: BodyMembers };
  const { content: _, ...described } = file;
  await context.call('submitLegacyImport', { body: { ...rest, file: described } });
};

// The sample would create another rule each time, and a product has 50 at most.
const addRuleVersion: LargeListFiller = async (context, { path }) =>
  context.call(
    'updateRule',
    enlargeRequest('updateRule', { path: path ?? {}, body: { enabled: false } }, context),
  );

const listFillers: Partial<Record<OperationName, LargeListFiller>> = {
  listAccounts: buildFiller('createAccount'),
  getAccountStatement: buildFiller('postJournalEntry'),
  listJournalEntries: buildFiller('postJournalEntry'),
  listPostingTemplates: buildFiller('createPostingTemplate'),
  listGeneralLedgerAccounts: addCode,
  listGeneralLedgerRequests: buildFiller('closeGeneralLedgerPeriod'),
  listAccountLifecycleRequests: buildFiller('submitAccountStatusTransition'),
  listLoans: buildFiller('createLoan'),
  listLoanTransactions: buildFiller('postLoanTransaction'),
  listFinancialAdjustmentRequests: buildFiller('submitFinancialAdjustmentRequest'),
  listSchemas: buildFiller('createSchema'),
  listProducts: buildFiller('upsertProduct'),
  listRules: buildFiller('createRule'),
  listWorkflows: buildFiller('createWorkflow'),
  listWorkflowsByTrigger: buildFiller('createWorkflow'),
  listWorkflowExecutions: buildFiller('executeWorkflow'),
  listLegacyBatches: awaitUpload,
  listChangeRequests: buildFiller('replaceControls'),
  listRequests: buildFiller('replaceControls'),
  listLoanActivity: buildFiller('createLoan'),
  listLedgerActivity: buildFiller('postJournalEntry'),
  listProductPublications: buildFiller('upsertProduct'),
  getTrialBalance: addBalance,
  getTieOut: addControlAccount,
  listLedgerAccountLines: addBalance,
  listAuditEvents: buildFiller('postJournalEntry'),
  listSchemaVersions: addSchemaVersion,
  listProductVersions: buildVersionFiller('upsertProduct', ({ path }) => ({
    id: path?.['productId'],
  })),
  listRuleVersions: addRuleVersion,
  listGeneralLedgerAccountVersions: buildVersionFiller('upsertGeneralLedgerAccount'),
  listGeneralLedgerSettingsVersions: buildVersionFiller('updateGeneralLedgerSettings'),
  listControlsVersions: approveControls,
};

/** The lists whose records have no text of the caller's own. */
const SMALL_RECORDS: readonly OperationName[] = [
  'listGeneralLedgerPeriods',
  'listOperators',
  'listWebhookDeliveries',
];

/** The lists that another one fills, in its tenant. */
const FILLED_BY: Partial<Record<OperationName, OperationName>> = {
  listAuditEvents: 'listJournalEntries',
  listLedgerActivity: 'listJournalEntries',
  listProductPublications: 'listProducts',
  listRequests: 'listChangeRequests',
  listWorkflowsByTrigger: 'listWorkflows',
};

/** The name of the tenant whose list is filled: lists of the same records share one. */
export function readFilledTenant(name: OperationName): string {
  return `filled${(FILLED_BY[name] ?? name).toLowerCase()}`;
}

/** The most records that the domain allows in a list. */
const RECORDS_MAX: Partial<Record<OperationName, number>> = {
  listRules: 50,
  listWorkflowVersions: 1,
};

const ROWS = 400;

/** An import of which each row has a fault, and a value that is longer than what is shown of it. */
async function importFaultyRows(context: SampleContext): Promise<SampleRequest> {
  const heading = 'account_reference,customer_id,product_id,name,currency';
  const row = (index: number) => `A-${index},cus-1,current-account,Ada,${'\\'.repeat(250)}`;
  const rows = Array.from({ length: ROWS }, (_, index) => row(index));
  const body = { file: buildImportFile([heading, ...rows].join('\n')), record_type: 'ACCOUNT' };
  const { batchId } = (await context.call('submitLegacyImport', { body })) as { batchId: string };
  const path = { batchId };
  await waitUntil('getLegacyBatch', async () => {
    const { status } = (await context.call('getLegacyBatch', { path })) as { status: string };
    if (status === 'FAILED') throw new Error('The import has failed.');
    return status === 'COMPLETED';
  });
  return { path };
}

/** The list to fill: that of the sample, without a filter that only its own record passes. */
const listRequests: Partial<
  Record<OperationName, (context: SampleContext) => Promise<SampleRequest>>
> = {
  listAuditEvents: async () => ({}),
  listLegacyBatchRejections: importFaultyRows,
  listWorkflowVersions: async (context) => {
    const workflow = await context.call(
      'createWorkflow',
      await buildLargestRequest('createWorkflow', context),
    );
    return { path: { workflowId: (workflow as { id: string }).id } };
  },
};

export interface LargeList {
  readonly request: SampleRequest;
  /** The most records that it can have; absent where only the store limits them. */
  readonly most?: number;
  /** Adds a record at its largest. Absent where the list has all its records already. */
  add?(): Promise<unknown>;
}

/** The list of the operation with a record or two, and what adds others at their largest. */
export async function openLargeList(
  name: OperationName,
  context: SampleContext,
): Promise<LargeList> {
  const prepare = listRequests[name] ?? samples[name];
  const { query: { limit: _, ...query } = {}, ...rest } = await prepare(context);
  const request = { ...rest, query };
  const most = RECORDS_MAX[name];
  const add = listFillers[name] ?? (SMALL_RECORDS.includes(name) ? fillers[name] : undefined);
  if (!add && !listRequests[name]) {
    throw new Error(`Say in large-lists.ts how ${name} gets another record at its largest.`);
  }
  return {
    request,
    ...(most !== undefined && { most }),
    ...(add && { add: () => add(context, request) }),
  };
}
