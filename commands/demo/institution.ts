// What the demo's institution is configured with: its chart, products, a rule, a schema and a workflow.
import type { DefineGeneralLedgerAccount } from '../../client/client.ts';
import { buildDemoKey, requireAnswer } from './demo-operators.ts';
import type { DemoOperators } from './demo-operators.ts';

interface DemoLedgerAccount extends DefineGeneralLedgerAccount {
  readonly code: string;
}

/** Accounts after the accounts that they are part of. */
const CHART: readonly DemoLedgerAccount[] = [
  { code: '1000-CASH', name: 'Cash at the central bank', type: 'ASSET' },
  { code: '1300', name: 'Claims on customers', type: 'ASSET' },
  { code: 'LOANS_RECEIVABLE', name: 'Loans', type: 'ASSET', parent: '1300' },
  { code: 'INTEREST_RECEIVABLE', name: 'Interest due', type: 'ASSET', parent: '1300' },
  { code: 'FEES_RECEIVABLE', name: 'Fees due', type: 'ASSET', parent: '1300' },
  { code: '2000', name: 'Money of customers', type: 'LIABILITY' },
  { code: 'CUSTOMER_DEPOSITS', name: 'Current accounts', type: 'LIABILITY', parent: '2000' },
  { code: 'SAVINGS_DEPOSITS', name: 'Savings', type: 'LIABILITY', parent: '2000' },
  { code: '3000-EQUITY', name: 'Paid-in capital', type: 'EQUITY' },
  { code: 'INTEREST_INCOME', name: 'Interest on loans', type: 'INCOME' },
  { code: 'FEE_INCOME', name: 'Fees', type: 'INCOME' },
  { code: '5000-OFFICE', name: 'Office and rent', type: 'EXPENSE' },
];

/** Configures the institution. */
export async function configureInstitution({ configurator }: DemoOperators): Promise<void> {
  const { ledger } = configurator;
  const write = (name: string) => ({ header: buildDemoKey(name) });
  requireAnswer(
    await ledger.PUT('/api/general-ledger/settings', {
      params: write('settings'),
      body: { base_currency: 'EUR', time_zone: 'Europe/Berlin' },
    }),
  );
  for (const { code, ...body } of CHART) {
    const params = { ...write(`chart-${code}`), path: { code } };
    requireAnswer(await ledger.PUT('/api/general-ledger/accounts/{code}', { params, body }));
  }
  requireAnswer(
    await ledger.POST('/api/products/config/generate', {
      params: write('products'),
      body: { jurisdiction: 'EU' },
    }),
  );
  requireAnswer(
    await ledger.POST('/api/products/{productId}/rules', {
      params: { ...write('rule'), path: { productId: 'current-account' } },
      body: {
        id: 'large-payment',
        rule_type: 'LIMIT',
        condition: 'posting.direction == "DEBIT" && amount > 25000.00',
        action: { type: 'DENY', message: 'Payments above 25,000.00 need a banker.' },
      },
    }),
  );
  requireAnswer(
    await ledger.POST('/api/schemas/presets/business-registration', { params: write('schema') }),
  );
  requireAnswer(
    await ledger.POST('/api/workflows', { params: write('workflow'), body: REVIEW_FEE }),
  );
}

const REVIEW_FEE = {
  name: 'Yearly review',
  trigger: 'ACCOUNT_REVIEWED',
  steps: [
    {
      order: 1,
      name: 'Charge the fee',
      action: 'CHARGE_FEE',
      parameters: { account_id: '${context.account_id}', amount: '4.90' },
    },
    {
      order: 2,
      name: 'Notify the customer',
      action: 'SEND_NOTIFICATION',
      parameters: { template: 'review' },
    },
  ],
};
