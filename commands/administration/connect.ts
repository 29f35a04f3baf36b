// Connects to the identity table of the local stack or of a stage on AWS, and names the administrator.
import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import type { ConsumersConnection } from '../projections/connect.ts';
import type { RebuildMachineConnection } from '../projections/rebuild-machine.ts';
import { readTablesInUse } from '../stage-tables.ts';
import type { LedgerConnection } from '../verification/connect.ts';

/** The connection to the schedules of a local stack. */
export interface SchedulesConnection {
  readonly endpoint: string;
  readonly group_arn: string;
}

/** What a running local stack writes to stack.json, for the commands of this project. */
export interface StackFile {
  readonly base_url: string;
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

export function openLocalAdministration({
  identity: { table, endpoint },
}: Pick<StackFile, 'identity'>): Administration {
  return { table: openLocalTable(table, endpoint), actor: readLocalActor() };
}

/** Names the user of this machine. */
export function readLocalActor(): string {
  try {
    return `local:${userInfo().username}`;
  } catch {
    // In a container, a user may have a number and no name.
    return `local:${process.geteuid?.()}`;
  }
}

/** Opens a table of the local engine, which accepts any credentials. */
export function openLocalTable(name: string, endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return openIdentityTable(name, { endpoint, region: 'us-east-1', credentials });
}

/** With the caller's own AWS credentials: IAM authorizes and CloudTrail records the caller. */
export async function openStageAdministration(stage: string): Promise<Administration> {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('AWS does not report your identity.');
  return { table: openIdentityTable((await readTablesInUse(stage)).identity), actor: Arn };
}

export function buildSchedulesConnection({
  scheduler: { endpoint, groups },
}: {
  readonly scheduler: { readonly endpoint: string; readonly groups: readonly string[] };
}): SchedulesConnection {
  return { endpoint, group_arn: String(groups[0]) };
}
