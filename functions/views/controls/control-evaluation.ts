import type { EntryControlTrial } from '../../domain/controls/entry-trial.ts';
import { formatMoney, NO_CURRENCY, readCurrency } from '../../domain/values/money.ts';
import type { EntryControl } from '../../../schemas/generated/types.ts';

/** What the controls would have done with a stored entry. */
export function toEntryControlView({ entry, amount, caught }: EntryControlTrial): EntryControl {
  const currency = readCurrency(amount);
  return {
    journal_entry_id: entry.id,
    posted_at: entry.postedAt,
    posted_by: entry.postedBy,
    ...(entry.description !== undefined && { description: entry.description }),
    amount: formatMoney(amount),
    currency: currency === NO_CURRENCY ? '' : currency,
    is_caught: caught !== undefined,
    ...(caught && { control: toCatchingView(caught) }),
  };
}

function toCatchingView({ position, when, error }: NonNullable<EntryControlTrial['caught']>) {
  return { position, ...(when !== undefined && { when }), ...(error !== undefined && { error }) };
}
