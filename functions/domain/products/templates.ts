// The products that a jurisdiction starts with (docs/products.md shows them). They are starting points
// for an institution to adapt, not legal advice.
import type { Product, ProductDraft } from './products.ts';

interface Jurisdiction {
  readonly currency: string;
  readonly overdraftLimit: string;
  readonly monthlyFee: string;
  /** Per cent a year, as text: a rate is never a float. */
  readonly savingsRate: string;
  readonly loanRate: string;
  readonly originationFee: string;
  readonly loanMaximum: string;
}

/** The codes with a template of their own; every other code gets DEFAULT. */
export const JURISDICTIONS: Readonly<Record<string, Jurisdiction>> = {
  EU: {
    currency: 'EUR',
    overdraftLimit: '500.00',
    monthlyFee: '4.90',
    savingsRate: '1.50',
    loanRate: '6.90',
    originationFee: '75.00',
    loanMaximum: '75000.00',
  },
  US: {
    currency: 'USD',
    overdraftLimit: '200.00',
    monthlyFee: '12.00',
    savingsRate: '3.50',
    loanRate: '11.50',
    originationFee: '100.00',
    loanMaximum: '50000.00',
  },
  GB: {
    currency: 'GBP',
    overdraftLimit: '500.00',
    monthlyFee: '0.00',
    savingsRate: '3.00',
    loanRate: '7.90',
    originationFee: '0.00',
    loanMaximum: '25000.00',
  },
  KE: {
    currency: 'KES',
    overdraftLimit: '0.00',
    monthlyFee: '100.00',
    savingsRate: '5.00',
    loanRate: '15.00',
    originationFee: '500.00',
    loanMaximum: '3000000.00',
  },
  IN: {
    currency: 'INR',
    overdraftLimit: '0.00',
    monthlyFee: '50.00',
    savingsRate: '3.00',
    loanRate: '12.00',
    originationFee: '999.00',
    loanMaximum: '1500000.00',
  },
  DEFAULT: {
    currency: 'USD',
    overdraftLimit: '0.00',
    monthlyFee: '0.00',
    savingsRate: '1.00',
    loanRate: '10.00',
    originationFee: '0.00',
    loanMaximum: '50000.00',
  },
};

/** Returns the template name of a jurisdiction. */
export function findTemplate(jurisdiction: string): string {
  return Object.hasOwn(JURISDICTIONS, jurisdiction) ? jurisdiction : 'DEFAULT';
}

/** Builds the products of the template: a current account, a savings account and a consumer loan. */
export function buildTemplateProducts(template: string): ProductDraft[] {
  const values = JURISDICTIONS[template];
  if (!values) throw new TypeError(`there is no template ${template}`);
  const { currency, monthlyFee, savingsRate, originationFee, loanRate, loanMaximum } = values;
  const basics = { jurisdiction: template, currency };
  return [
    buildProductDraft('current-account', 'CURRENT_ACCOUNT', {
      ...basics,
      overdraft_limit: values.overdraftLimit,
      fees: { monthly_maintenance: monthlyFee },
      ledger_accounts: { customer_deposits: 'CUSTOMER_DEPOSITS', fee_income: 'FEE_INCOME' },
    }),
    buildProductDraft('savings-account', 'SAVINGS_ACCOUNT', {
      ...basics,
      overdraft_limit: '0.00',
      interest_rate_percent: savingsRate,
      fees: { monthly_maintenance: '0.00' },
      ledger_accounts: {
        customer_deposits: 'SAVINGS_DEPOSITS',
        interest_expense: 'INTEREST_EXPENSE',
        fee_income: 'FEE_INCOME',
      },
    }),
    buildProductDraft('consumer-loan', 'CONSUMER_LOAN', {
      ...basics,
      overdraft_limit: '0.00',
      interest_rate_percent: loanRate,
      maximum_principal: loanMaximum,
      fees: { origination: originationFee },
      ledger_accounts: {
        loans_receivable: 'LOANS_RECEIVABLE',
        interest_receivable: 'INTEREST_RECEIVABLE',
        fees_receivable: 'FEES_RECEIVABLE',
        customer_deposits: 'CUSTOMER_DEPOSITS',
        interest_income: 'INTEREST_INCOME',
        fee_income: 'FEE_INCOME',
      },
    }),
  ];
}

function buildProductDraft(id: string, type: string, config: ProductDraft['config']): ProductDraft {
  return { id, type, config };
}

/** The last generation of a tenant's configuration; its products may have newer versions since. */
export interface ProductConfiguration {
  readonly jurisdiction: string;
  readonly template: string;
  readonly productIds: readonly string[];
  /** Grows by 1 with each generation. */
  readonly version: number;
  readonly generatedAt: string;
}

/** Builds the configuration from the products just published. */
export function generateConfiguration(
  jurisdiction: string,
  products: readonly Product[],
  before: ProductConfiguration | undefined,
): ProductConfiguration {
  return {
    jurisdiction,
    template: findTemplate(jurisdiction),
    productIds: products.map(({ id }) => id),
    version: (before?.version ?? 0) + 1,
    generatedAt:
      products
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1) ?? '',
  };
}
