// The operations that post entries on a day that the request names. An entry of each credits the account with
// 1.00.
export type PostingOperation = 'postJournalEntry' | 'postJournalEntries' | 'executeWorkflow';

export const POSTING_OPERATIONS: readonly PostingOperation[] = [
  'executeWorkflow',
  'postJournalEntry',
  'postJournalEntries',
];

interface DatedPosting {
  readonly account: string;
  readonly effectiveDate: string;
}

/** A workflow of two steps that post an entry each. */
export const POSTING_WORKFLOW = {
  name: 'Two entries',
  trigger: 'ENTRIES_DUE',
  steps: [1, 2].map((order) => ({
    order,
    name: `Post ${order}`,
    action: 'POST_JOURNAL_ENTRY',
    parameters: buildEntry({
      account: '${context.account}',
      effectiveDate: '${context.effectiveDate}',
    }),
  })),
};

/** The body of a request that posts one entry, or two in one transaction. */
export function buildPostingBody(operation: PostingOperation, posting: DatedPosting): object {
  const entry = buildEntry(posting);
  switch (operation) {
    case 'postJournalEntry':
      return entry;
    case 'postJournalEntries':
      return { entries: [entry, entry] };
    case 'executeWorkflow':
      return { context: posting };
  }
}

function buildEntry({ account, effectiveDate }: DatedPosting) {
  return {
    ledger_lines: [
      { account_code: '1000', debit_amount: '1.00' },
      { account_code: '2000', credit_amount: '1.00' },
    ],
    account_postings: [
      { account_id: account, direction: 'CREDIT', amount: '1.00', currency: 'EUR' },
    ],
    effective_date: effectiveDate,
  };
}

interface PostingAnswer {
  readonly id: string;
  readonly items?: readonly { readonly id: string }[];
  readonly steps?: readonly { readonly output: { readonly journal_entry_id: string } }[];
}

/** The identifiers of the entries that the answer says were posted. */
export function listPosted({ id, items, steps }: PostingAnswer): string[] {
  if (steps) return steps.map(({ output }) => output.journal_entry_id);
  return items ? items.map((item) => item.id) : [id];
}
