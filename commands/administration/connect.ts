// Where the identity table is and who administers it: this machine, or a stage on AWS.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import type { ConsumersConnection } from '../projections/connect.ts';
import type { RebuildMachineConnection } from '../projections/rebuild-machine.ts';
import type { LedgerConnection } from '../verification/connect.ts';

/** Where the schedules of a stack on this machine are. */
export interface SchedulesConnection {
  readonly endpoint: string;
  readonly group_arn: string;
}

/** What a running local stack says of itself in stack.json; all of it is for programs of ours. */
export interface StackFile {
  readonly auth_url: string;
  readonly workbench_url: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly operators: readonly { readonly username: string; readonly password: string }[];
  readonly identity: { readonly table: string; readonly endpoint: string };
  readonly ledger: LedgerConnection;
  readonly stream_consumers: ConsumersConnection;
  readonly schedules: SchedulesConnection;
  readonly rebuild_machine: RebuildMachineConnection;
}

export function readStackFile(file: string): StackFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`Nothing runs here: there is no ${file}. Start with \`npm start\`.`, {
      cause: error,
    });
  }
}

export function openLocalAdministration({
  identity: { table, endpoint },
}: Pick<StackFile, 'identity'>): Administration {
  return { table: openLocalTable(table, endpoint), actor: `local:${userInfo().username}` };
}

/** A table of the engine on this machine, which takes any credentials. */
export function openLocalTable(name: string, endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return openIdentityTable(name, { endpoint, region: 'us-east-1', credentials });
}

/** With the caller's own AWS credentials: IAM decides whether they may, and CloudTrail knows. */
export async function openStageAdministration(stage: string): Promise<Administration> {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('AWS does not say who you are.');
  return { table: openIdentityTable(`countinghouse-${stage}-identity`), actor: Arn };
}

export function buildSchedulesConnection({
  scheduler: { endpoint, groups },
}: {
  readonly scheduler: { readonly endpoint: string; readonly groups: readonly string[] };
}): SchedulesConnection {
  return { endpoint, group_arn: String(groups[0]) };
}
