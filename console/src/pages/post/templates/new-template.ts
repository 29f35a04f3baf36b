// An entry as the template that it becomes: which of its amounts and accounts differ each time.
import type { NewPostingTemplate } from '../../../../../client/client.ts';
import { buildEntryBody } from '../entry-draft.ts';
import type { EntryInput } from '../entry-draft.ts';

export interface TemplateChoices {
  readonly name: string;
  /** By amount, as the API has it: the name under which it is asked for, empty if it is the same each time. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** The positions of the postings whose account is chosen each time. */
  readonly openPostings: readonly number[];
}

export const NO_CHOICES: TemplateChoices = { name: '', placeholders: {}, openPostings: [] };
const PLACEHOLDER = /^[a-z][a-z0-9_]{0,63}$/;

/** Lists the amounts of an entry without faults once each, in the order of the lines. */
export function listAmounts(entry: EntryInput): readonly string[] {
  const { ledger_lines, account_postings = [] } = buildEntryBody(entry);
  const amounts = [
    ...ledger_lines.map(({ debit_amount, credit_amount }) => debit_amount ?? credit_amount),
    ...account_postings.map(({ amount }) => amount),
  ];
  return [...new Set(amounts.filter((amount) => amount !== undefined))];
}

/** Whether the name may stand for an amount; an empty one leaves the amount as it is. */
export function isPlaceholder(name: string): boolean {
  return name.trim() === '' || PLACEHOLDER.test(name.trim());
}

/** Builds the template of an entry without faults. */
export function buildTemplate(entry: EntryInput, choices: TemplateChoices): NewPostingTemplate {
  const { ledger_lines, account_postings = [], description } = buildEntryBody(entry);
  const describe = (amount = '') => {
    const placeholder = choices.placeholders[amount]?.trim() ?? '';
    return placeholder === '' ? { amount } : { placeholder };
  };
  return {
    name: choices.name.trim(),
    ...(description !== undefined && { description }),
    lines: ledger_lines.map(({ account_code, debit_amount, credit_amount }) => ({
      account_code,
      side: debit_amount === undefined ? 'CREDIT' : 'DEBIT',
      ...describe(debit_amount ?? credit_amount),
    })) as NewPostingTemplate['lines'],
    postings: account_postings.map(({ account_id, direction, amount, reference }, at) => ({
      ...(!choices.openPostings.includes(at) && { account_id }),
      direction,
      ...describe(amount),
      ...(reference !== undefined && { reference }),
    })),
  };
}
