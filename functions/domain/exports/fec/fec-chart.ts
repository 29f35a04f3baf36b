// What a FEC says about the accounts of the general ledger.
import type { AccountNames } from '../export-scope.ts';

/** Article A47 A-1 VII: three digits of the French chart, whose classes are 1 to 9. */
const CHART_CODE = /^[1-9][0-9]{2}/;
/** Income and expense, in the chart of companies as in that of banks. */
const RESULT_CLASS = /^[67]/;

/** The accounts of the French chart that bring forward the result of the years before. */
export const PROFIT_ACCOUNT = '120';
export const LOSS_ACCOUNT = '129';

const RESULT_LABELS: Readonly<Record<string, string>> = {
  [PROFIT_ACCOUNT]: "Résultat de l'exercice (bénéfice)",
  [LOSS_ACCOUNT]: "Résultat de l'exercice (perte)",
};

export function isChartCode(accountCode: string): boolean {
  return CHART_CODE.test(accountCode);
}

/** Whether the account starts each year at zero. */
export function isResultAccount(accountCode: string): boolean {
  return RESULT_CLASS.test(accountCode);
}

/** The name of an account in the chart; without one, in the French chart, or its code. */
export function findAccountLabel(accountCode: string, names?: AccountNames): string {
  return names?.get(accountCode) ?? RESULT_LABELS[accountCode] ?? `Compte ${accountCode}`;
}
