import { reportsText } from './reports-messages.ts';

const TYPE_TEXTS = {
  ASSET: 'typeAsset',
  LIABILITY: 'typeLiability',
  EQUITY: 'typeEquity',
  INCOME: 'typeIncome',
  EXPENSE: 'typeExpense',
} as const;

export type LedgerAccountType = keyof typeof TYPE_TEXTS;

/** The types in the order of a balance sheet and an income statement. */
export const ACCOUNT_TYPES = Object.keys(TYPE_TEXTS) as readonly LedgerAccountType[];

/** The type of an account of the chart as a word. */
export function nameAccountType(type: LedgerAccountType | undefined): string {
  return reportsText(type === undefined ? 'typeNone' : TYPE_TEXTS[type]);
}
