import { getAccountStatement } from '../../../schemas/generated/operations/get-account-statement.ts';
import { parseTimePeriod } from '../../domain/values/periods.ts';
import { readStatement } from '../../ledger/journal/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toAccountEntryView } from '../../views/account.ts';

export const handler = operation(getAccountStatement, async ({ path, query, session, after }) => {
  const range = { ...parseTimePeriod(query), after };
  const page = await readStatement(session, path.accountId, range, query.limit);
  return { ...page, items: page.items.map(toAccountEntryView) };
});
