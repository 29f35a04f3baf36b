// The types of the variables that buildEntryVariables and its neighbours build (docs/rules.md).
import { DECIMAL, INT, listOf, mapOf, NULL, STRING, TIMESTAMP } from '../cel/checker/cel-types.ts';
import type { CelType } from '../cel/checker/cel-types.ts';
import type { VariableTypes } from '../cel/checker/check-scope.ts';

const POSTING = mapOf({
  account_id: STRING,
  direction: STRING,
  amount: DECIMAL,
  currency: STRING,
  reference: STRING,
});

const ACCOUNT = mapOf({
  id: STRING,
  product_id: STRING,
  status: STRING,
  currency: STRING,
  balance: DECIMAL,
  balance_after: DECIMAL,
  version: INT,
});

const LOAN = mapOf({
  id: STRING,
  customer_id: STRING,
  product_id: STRING,
  account_id: STRING,
  currency: STRING,
  principal: DECIMAL,
  reference: STRING,
  status: STRING,
  disbursed: DECIMAL,
  principal_outstanding: DECIMAL,
  interest_outstanding: DECIMAL,
  fees_outstanding: DECIMAL,
});

const TRANSACTION = mapOf({
  type: STRING,
  loan_id: STRING,
  amount: DECIMAL,
  currency: STRING,
  allocation: mapOf({ principal: DECIMAL, interest: DECIMAL, fees: DECIMAL }),
});

const JOURNAL_ENTRY = mapOf({
  entry_type: STRING,
  currency: STRING,
  description: STRING,
  effective_date: STRING,
  ledger_lines: listOf(mapOf({ account_code: STRING, side: STRING, amount: DECIMAL })),
  account_postings: listOf(POSTING),
});

const SHARED = {
  amount: DECIMAL,
  currency: STRING,
  journal_entry: JOURNAL_ENTRY,
  loan: orNull(LOAN),
  transaction: orNull(TRANSACTION),
  context: mapOf({ operation: STRING, actor: STRING }),
  now: TIMESTAMP,
};

function orNull(type: CelType): CelType {
  return [...type, ...NULL];
}

/**
 * The types of the variables of a rule that applies to these subjects; undefined when the ledger judges
 * none of them, so that only a sample defines the variables.
 */
export function listVariableTypes(appliesTo: readonly string[]): VariableTypes | undefined {
  const [isPosting, isTransaction] = ['POSTING', 'LOAN_TRANSACTION'].map((subject) =>
    appliesTo.includes(subject),
  );
  if (isPosting && isTransaction) {
    return { ...SHARED, posting: orNull(POSTING), account: orNull(ACCOUNT) };
  }
  if (isPosting) return { ...SHARED, posting: POSTING, account: ACCOUNT };
  return isTransaction ? { ...SHARED, posting: NULL, account: orNull(ACCOUNT) } : undefined;
}
