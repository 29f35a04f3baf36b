// `npm run verify`: the books follow from their immutable records.
import { verifyBooks } from '../../../functions/verification/verify.ts';
import { booksHere } from '../../../commands/verification/connect.ts';
import { countsText } from '../../../commands/verification/report.ts';
import type { Check } from './check.ts';

export const books: Check = async ({ stand }) => {
  const store = booksHere(stand.place.ledger);
  try {
    const { isFinished, differences, checked } = await verifyBooks({
      store,
      settleMilliseconds: 0,
    });
    const findings = differences.map(({ check, tenant, kind, id, field, stored, derived }) => {
      return `${tenant}: ${kind} ${id}, ${field} (${check}): ${stored} is stored, ${derived} derived`;
    });
    const unfinished = isFinished ? [] : ['The books could not be verified to the end.'];
    return { what: `verified ${countsText(checked)}`, findings: [...findings, ...unfinished] };
  } finally {
    store.documents.destroy();
  }
};
