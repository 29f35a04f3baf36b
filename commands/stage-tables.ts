// Finds the tables that a stage on AWS uses, which restored ones may have replaced.
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { buildTableParameterName, STORED_TABLES } from '../lib/constructs/storage/stored-tables.ts';
import type { StoredTableName } from '../lib/constructs/storage/stored-tables.ts';

const NAMES = Object.keys(STORED_TABLES) as StoredTableName[];

export type TablesInUse = Readonly<Record<StoredTableName, string>>;

/** Reads the names of the tables, with the caller's own AWS credentials. */
export async function readTablesInUse(
  stage: string,
  client: SSMClient = new SSMClient({}),
): Promise<TablesInUse> {
  const names = NAMES.map((name) => buildTableParameterName(stage, name));
  const { Parameters: found = [] } = await client.send(new GetParametersCommand({ Names: names }));
  const entries = NAMES.map((name, index) => {
    const value = found.find((one) => one.Name === names[index])?.Value;
    if (value !== undefined) return [name, value] as const;
    throw new Error(
      `There is no parameter ${names[index]} in this account and region: the stage ${stage} is elsewhere, or of an ` +
        'earlier version, which must be upgraded first.',
    );
  });
  return Object.fromEntries(entries) as unknown as TablesInUse;
}
