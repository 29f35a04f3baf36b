// The journals of a FEC: the ledger has one journal, and the kind of an entry names the part of it.
import type { EntryType, JournalEntry } from '../../journal/journal.ts';

export interface FecJournal {
  readonly code: string;
  readonly label: string;
}

/** The balances brought forward from the year before. */
export const OPENING_JOURNAL: FecJournal = { code: 'AN', label: 'À-nouveaux' };
const LOAN_JOURNAL: FecJournal = { code: 'PR', label: 'Prêts' };

const JOURNALS: Readonly<Record<EntryType, FecJournal>> = {
  OPENING_BALANCE: { code: 'RP', label: 'Reprises du système précédent' },
  POSTING: { code: 'OD', label: 'Opérations diverses' },
  REVERSAL: { code: 'EX', label: 'Extournes' },
  CORRECTION: { code: 'CO', label: 'Corrections' },
};

export const FEC_JOURNALS: readonly FecJournal[] = [
  OPENING_JOURNAL,
  JOURNALS.OPENING_BALANCE,
  JOURNALS.POSTING,
  LOAN_JOURNAL,
  JOURNALS.REVERSAL,
  JOURNALS.CORRECTION,
];

export function findJournal({ entryType, loanEntry }: JournalEntry): FecJournal {
  return loanEntry && entryType === 'POSTING' ? LOAN_JOURNAL : JOURNALS[entryType];
}
