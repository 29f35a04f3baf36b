// A template of the institution as the lines and postings that an operator would type.
import type {
  Account,
  PostingTemplate,
  TemplateLine,
  TemplatePosting,
} from '../../../../../client/client.ts';
import { formatAmount } from '../../../values/money.ts';
import { EMPTY_LINE } from '../entry-draft.ts';
import type { EntryInput } from '../entry-draft.ts';

/** What the operator typed for each amount that differs, by its name in the template. */
export type TemplateAmounts = ReadonlyMap<string, string>;

/** What an entry takes from a template. */
export interface EntryTemplate extends Pick<PostingTemplate, 'id' | 'name' | 'description'> {
  readonly lines: readonly TemplateLine[];
  readonly postings: readonly TemplatePosting[];
}

type Amount = Pick<TemplateLine, 'amount' | 'placeholder'>;

/** Lists the names of the amounts that differ, in the order of the lines. */
export function listPlaceholders({ lines, postings }: EntryTemplate): readonly string[] {
  const names = [...lines, ...postings].flatMap(({ placeholder }) => placeholder ?? []);
  return [...new Set(names)];
}

/** Fills the template in. An account that is chosen each time, or is not among `accounts`, stays open. */
export function fillTemplate(
  { lines, postings, description = '' }: EntryTemplate,
  amounts: TemplateAmounts,
  accounts: readonly Account[],
): Pick<EntryInput, 'lines' | 'postings' | 'description'> {
  const read = ({ amount, placeholder = '' }: Amount) =>
    amount === undefined ? (amounts.get(placeholder) ?? '') : formatAmount(amount);
  return {
    description,
    lines: lines.map((line, index) => ({
      ...EMPTY_LINE,
      id: `template-line-${index}`,
      code: line.account_code,
      [line.side === 'DEBIT' ? 'debit' : 'credit']: read(line),
    })),
    postings: postings.map((posting, index) => {
      const account = accounts.find(({ id }) => id === posting.account_id);
      return {
        id: `template-posting-${index}`,
        account,
        accountText: account?.name ?? '',
        direction: posting.direction,
        amount: read(posting),
        reference: posting.reference ?? '',
      };
    }),
  };
}
