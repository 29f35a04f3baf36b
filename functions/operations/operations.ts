// The table of operations, one file of rows per area. A row yields the route, the Lambda with its role
// and environment, the OpenAPI operation, the metrics and the convention tests. The rest of an operation
// is one file in api/<area>/, a request and a response schema and one test, all with the row's name.
import { accountingPeriods } from './general-ledger/accounting-periods.ts';
import { accounts } from './accounts.ts';
import { adjustments } from './adjustments.ts';
import { audit } from './audit.ts';
import { batches } from './batches.ts';
import { configuration } from './configuration/configuration.ts';
import { controls } from './controls.ts';
import { trialBalance } from './general-ledger/trial-balance.ts';
import { evidence } from './evidence/evidence.ts';
import { generalLedger } from './general-ledger/general-ledger.ts';
import { journal } from './journal.ts';
import { lifecycle } from './lifecycle.ts';
import { loans } from './loans.ts';
import { projections } from './projections.ts';
import type { Operation } from './row.ts';
import { products } from './products.ts';
import { schemas } from './schemas.ts';
import { system } from './system/system.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { workflows } from './workflows.ts';

export { COMBINING_GRANTS, fillPath, listPermissions, parseRoute, readOpenApiPath } from './row.ts';
export type { OperationArea, Operation, OperationPermission, OperationGrant } from './row.ts';

const rows = {
  ...accounts,
  ...journal,
  ...generalLedger,
  ...accountingPeriods,
  ...lifecycle,
  ...loans,
  ...adjustments,
  ...schemas,
  ...products,
  ...workflows,
  ...batches,
  ...controls,
  ...configuration,
  ...projections,
  ...trialBalance,
  ...audit,
  ...versions,
  ...webhooks,
  ...evidence,
  ...system,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof rows;

export const operations: Readonly<Record<OperationName, Operation>> = rows;

/** Returns the name of an operation's file, schemas, test and Lambda: createAccount is create-account. */
export function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
