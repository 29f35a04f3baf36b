// An export and an import of the demo.
import { hash } from 'node:crypto';
import { buildDemoKey, requireAnswer } from './demo-operators.ts';
import type { DemoOperators } from './demo-operators.ts';
import { countDaysBack } from './customers.ts';
import type { DemoAccounts } from './customers.ts';

/** The second record lacks its customer, and the third its currency: the import lists them as rejections. */
const IMPORTED = `account_reference,customer_id,product_id,name,currency
A-1,cus-101,current-account,Blaise Pascal,EUR
A-2,,current-account,Pierre de Fermat,EUR
A-3,cus-103,savings-account,Marie-Sophie Germain,
`;

/** Asks for a regulatory export of the last months, and for the validation of an old system's accounts. */
export async function makeBatches(
  { compliance }: DemoOperators,
  accounts: DemoAccounts,
): Promise<void> {
  const { workbench } = compliance;
  const exported = await workbench.POST('/api/regulatory-exports', {
    params: { header: buildDemoKey('export') },
    body: {
      // An export has what was booked in its period, whatever the accounting dates: today.
      period_from: countDaysBack(accounts, 30),
      period_to: countDaysBack(accounts, 0),
      legal_basis_code: 'BANKING-ACT-24',
      retention_until: countDaysBack(accounts, -30),
    },
  });
  requireAnswer(exported);
  const imported = await workbench.POST('/api/legacy-imports', {
    params: { header: buildDemoKey('import') },
    body: {
      file: {
        name: 'accounts.csv',
        media_type: 'text/csv',
        size_bytes: Buffer.byteLength(IMPORTED),
        checksum_sha256: hash('sha256', IMPORTED),
        content: Buffer.from(IMPORTED).toString('base64'),
      },
      record_type: 'ACCOUNT',
    },
  });
  requireAnswer(imported);
}
