// The schedules of exports: one for each tenant, in EventBridge Scheduler or its local counterpart. A
// schedule only calls a function, which makes sure that a period is exported once.
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { RecordedSchedule } from '../../functions/identity/storage/schedules/schedule-records.ts';
import type { SchedulesConnection } from './connect.ts';

/** The connection to the schedules of a stage. */
export interface Schedules {
  readonly client: SchedulerClient;
  /** The ARN of the schedule group; the function's ARN is derived from it. */
  readonly group: string;
}

/** Early on the third of the month, when the last postings of the month have long settled. */
export const MONTHLY = 'cron(17 3 3 * ? *)';

/** Opens the schedules of a stage, with the caller's own AWS credentials. */
export async function openStageSchedules(stage: string): Promise<Schedules> {
  const sts = new STSClient({});
  const { Account: account, Arn: arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
  const [, partition = 'aws'] = arn.split(':');
  const region = await sts.config.region();
  const group = `arn:${partition}:scheduler:${region}:${account}:schedule-group/countinghouse-${stage}`;
  return { client: new SchedulerClient({}), group };
}

/** Opens the schedules of the local stack. */
export function openLocalSchedules({ endpoint, group_arn: group }: SchedulesConnection): Schedules {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    client: new SchedulerClient({ endpoint, region: readRegion(group), credentials }),
    group,
  };
}

/** Schedules the monthly export, from the next third of a month on. */
export async function setSchedule(
  { client, group }: Schedules,
  tenant: string,
  schedule: RecordedSchedule,
): Promise<void> {
  const input = {
    ...buildScheduleKey(group, tenant),
    ScheduleExpression: MONTHLY,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const, MaximumWindowInMinutes: 60 },
    Target: { ...buildScheduleTarget(group), Input: buildScheduleInput(tenant, schedule) },
  };
  try {
    await client.send(new UpdateScheduleCommand(input));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateScheduleCommand(input));
  }
}

/** A schedule as EventBridge Scheduler has it. */
export interface FoundSchedule {
  readonly expression: string;
  /** The function's input, in JSON. */
  readonly input: string;
}

/** Finds the tenant's schedule; returns undefined where there is none. */
export async function findSchedule(
  { client, group }: Schedules,
  tenant: string,
): Promise<FoundSchedule | undefined> {
  try {
    const found = await client.send(new GetScheduleCommand(buildScheduleKey(group, tenant)));
    return { expression: String(found.ScheduleExpression), input: found.Target?.Input ?? '{}' };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Deletes the tenant's schedule, if there is one. */
export async function clearSchedule({ client, group }: Schedules, tenant: string): Promise<void> {
  try {
    await client.send(new DeleteScheduleCommand(buildScheduleKey(group, tenant)));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** Builds the function's input; Scheduler fills in the scheduled time. */
export function buildScheduleInput(
  tenant: string,
  { legalBasisCode, retentionYears, format }: RecordedSchedule,
): string {
  return JSON.stringify({
    tenant,
    batchId: `schedule-${tenant}`,
    legal_basis_code: legalBasisCode,
    retention_years: retentionYears,
    ...(format !== undefined && { format }),
    due: '<aws.scheduler.scheduled-time>',
  });
}

function buildScheduleKey(group: string, tenant: string) {
  return { Name: tenant, GroupName: group.slice(group.indexOf('/') + 1) };
}

function readRegion(group: string): string {
  return group.split(':')[3] ?? '';
}

function buildScheduleTarget(group: string) {
  const [, partition, , region, account] = group.split(':');
  const [, stage] = group.split('/countinghouse-');
  const failures = `${stage}-request-scheduled-export-failures`;
  return {
    Arn: `arn:${partition}:lambda:${region}:${account}:function:${stage}-request-scheduled-export`,
    RoleArn: `arn:${partition}:iam::${account}:role/countinghouse-${stage}-scheduler-${region}`,
    // A statutory export that was not requested must not be forgotten.
    DeadLetterConfig: { Arn: `arn:${partition}:sqs:${region}:${account}:${failures}` },
  };
}
