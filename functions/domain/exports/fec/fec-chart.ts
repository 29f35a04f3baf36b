// What a FEC says about the accounts of the general ledger. The ledger has no chart of accounts: codes
// are the institution's own, so everything here follows from the code alone.

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

/** The name of an account: the one place where CompteLib comes from. */
export function findAccountLabel(accountCode: string): string {
  return RESULT_LABELS[accountCode] ?? `Compte ${accountCode}`;
}
