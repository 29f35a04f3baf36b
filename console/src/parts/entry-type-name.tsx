import { partsText } from './parts-messages.ts';

const TYPE_TEXTS = {
  OPENING_BALANCE: 'typeOpening',
  POSTING: 'typePosting',
  REVERSAL: 'typeReversal',
  CORRECTION: 'typeCorrection',
} as const;

/** The type of a journal entry as a word. */
export function EntryTypeName({ type }: { readonly type: keyof typeof TYPE_TEXTS }) {
  return partsText(TYPE_TEXTS[type]);
}
