// The requests by which controls judge a change: the one that was made, and those that would have made parts
// of the same change by another operation. Without these, a batch of one entry would pass a control of
// single entries.
import { CHART_RECORDS } from '../imports/chart-records.ts';
import type { DecidedEvent } from './change-subjects.ts';

type RequestMembers = Readonly<Record<string, unknown>>;

export interface JudgedRequest {
  readonly operation: string;
  /** The members of the body and the parameters of the path; absent if no one knows them yet. */
  readonly members?: RequestMembers;
}

/** The request that alone would have caused an event, by event type. */
const requestReaders: Readonly<Record<string, (payload: RequestMembers) => JudgedRequest[]>> = {
  'journal_entry.posted': (entry) =>
    // The entry of a loan transaction is part of that.
    entry['transaction_id'] === undefined
      ? [{ operation: 'postJournalEntry', members: entry }]
      : [],
  'loan_transaction.posted': ({ transaction }) => {
    const members = Object(transaction) as RequestMembers;
    const loanId = members['loan_id'];
    return [{ operation: 'postLoanTransaction', members: { ...members, loanId } }];
  },
  'product.published': (product) => [{ operation: 'upsertProduct', members: product }],
  'rule.created': (rule) => [
    { operation: 'createRule', members: { ...rule, productId: rule['product_id'] } },
  ],
  'entity_schema.published': (schema) => [
    { operation: schema['version'] === 1 ? 'createSchema' : 'importSchema', members: schema },
  ],
  'workflow.created': (workflow) => [{ operation: 'createWorkflow', members: workflow }],
  'legacy_import.requested': ({ request }) => {
    const { record_type: type } = Object(request) as RequestMembers;
    return type === CHART_RECORDS ? [{ operation: 'upsertGeneralLedgerAccount' }] : [];
  },
};

/** Lists the request that was made, and the requests of other operations that its change stands for. */
export function listJudgedRequests(
  made: JudgedRequest,
  events: readonly DecidedEvent[],
): JudgedRequest[] {
  const others =
    listBatchRequests(made) ??
    events.flatMap(({ type, payload }) => requestReaders[type]?.(payload as RequestMembers) ?? []);
  return [made, ...others.filter(({ operation }) => operation !== made.operation)];
}

// The entries of a batch as they are requested, as if each were posted alone: the posted ones have the fees of rules too.
function listBatchRequests({
  operation,
  members = {},
}: JudgedRequest): JudgedRequest[] | undefined {
  if (operation !== 'postJournalEntries') return undefined;
  const entries = members['entries'] as readonly RequestMembers[];
  return entries.map((entry) => ({ operation: 'postJournalEntry', members: entry }));
}
