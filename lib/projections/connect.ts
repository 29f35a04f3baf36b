import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import type { Store } from '../../functions/ledger/store.ts';
import { booksHere, booksOn } from '../verification/connect.ts';
import type { LedgerPlace } from '../verification/connect.ts';

/** The projections of the stack on this machine. */
export function projectionsHere(place: LedgerPlace): Store {
  return { ...booksHere(place), projectionsTable: place.projections_table };
}

/** The projections of a stage, under the caller's own AWS credentials. */
export async function projectionsOn(stage: string): Promise<Store> {
  const beginning = `countinghouse-${stage}-projections-Projections`;
  const found: string[] = [];
  for await (const page of paginateListTables({ client: new DynamoDBClient({}) }, {})) {
    found.push(...(page.TableNames ?? []).filter((name) => name.startsWith(beginning)));
  }
  const [table, ...others] = found;
  if (table === undefined || others.length > 0) {
    throw new Error(`There is not one table ${beginning}… in this account, but ${found.length}.`);
  }
  return { ...(await booksOn(stage)), projectionsTable: table };
}
