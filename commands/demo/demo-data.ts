// Fills a tenant of this machine with what a small bank has after three months, by requests to the APIs.
import type { StackFile } from '../administration/connect.ts';
import { makeBatches } from './batches.ts';
import { openAccounts, postMonths } from './customers.ts';
import { connectDemoOperators } from './demo-operators.ts';
import { configureInstitution } from './institution.ts';
import { makeLoans } from './loans.ts';
import { makeRequests } from './requests.ts';

/** Repeated, it changes nothing, and completes what was interrupted. */
export async function writeDemoData(stack: StackFile, tenant: string): Promise<void> {
  const operators = connectDemoOperators(stack, tenant);
  await configureInstitution(operators);
  const accounts = await openAccounts(operators);
  const entries = await postMonths(operators, accounts);
  await makeLoans(operators, accounts);
  await makeRequests(operators, accounts, entries);
  await makeBatches(operators, accounts);
}
