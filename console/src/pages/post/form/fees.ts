import type { NewJournalEntry, PreviewedJournalEntry } from '../../../../../client/client.ts';

export type FeePosting = PreviewedJournalEntry['account_postings'][number];

/** Lists the postings that product rules would add to those of the entry. */
export function listFees(
  { account_postings: asked = [] }: NewJournalEntry,
  previewed: readonly PreviewedJournalEntry[],
): readonly FeePosting[] {
  const left = asked.map(describePosting);
  return previewed
    .flatMap(({ account_postings }) => account_postings)
    .filter((posting) => {
      const at = left.indexOf(describePosting(posting));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
}

type AskedPosting = Pick<FeePosting, 'account_id' | 'direction' | 'amount' | 'reference'>;

function describePosting({ account_id, direction, amount, reference = '' }: AskedPosting): string {
  return JSON.stringify([account_id, direction, amount, reference]);
}
