import { useOnlyAccount } from '../../../api/search/use-account-search.ts';
import type { PostingInput } from '../entry-draft.ts';

/** Chooses the accounts of postings for which only something is typed that one account matches. */
export function useSettledPostings() {
  const chooseOnlyAccount = useOnlyAccount();
  return (postings: readonly PostingInput[]): Promise<readonly PostingInput[]> =>
    Promise.all(
      postings.map(async (posting) => {
        const typed = { account: posting.account, text: posting.accountText };
        const { account, text } = await chooseOnlyAccount(typed);
        return { ...posting, account, accountText: text };
      }),
    );
}
