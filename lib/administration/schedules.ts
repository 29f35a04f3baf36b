// The schedules of exports: one for each tenant, at EventBridge Scheduler. A schedule does nothing
// but call a function of ours; that a period is exported once is the function's promise.
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

export interface ExportSchedule {
  readonly legalBasisCode: string;
  readonly retentionYears: number;
}

/** Early on the third of the month: what was posted at its end has long settled. */
const MONTHLY = 'cron(17 3 3 * ? *)';

/** The export of each month, from the next third of a month on. */
export async function setSchedule(
  stage: string,
  tenant: string,
  schedule: ExportSchedule,
): Promise<void> {
  const client = new SchedulerClient({});
  const input = {
    Name: tenant,
    GroupName: groupOf(stage),
    ScheduleExpression: MONTHLY,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const, MaximumWindowInMinutes: 60 },
    Target: { ...(await targetOf(stage)), Input: inputOf(tenant, schedule) },
  };
  try {
    await client.send(new UpdateScheduleCommand(input));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateScheduleCommand(input));
  }
}

/** The schedule of the tenant in one line; undefined where there is none. */
export async function showSchedule(stage: string, tenant: string): Promise<string | undefined> {
  try {
    const place = { Name: tenant, GroupName: groupOf(stage) };
    const { ScheduleExpression: when, Target: target } = await new SchedulerClient({}).send(
      new GetScheduleCommand(place),
    );
    return `${when} ${target?.Input}`;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Ends the schedule of the tenant; where there is none, nothing is done. */
export async function clearSchedule(stage: string, tenant: string): Promise<void> {
  const place = { Name: tenant, GroupName: groupOf(stage) };
  try {
    await new SchedulerClient({}).send(new DeleteScheduleCommand(place));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** What the function is called with; Scheduler puts in when it was due. */
export function inputOf(
  tenant: string,
  { legalBasisCode, retentionYears }: ExportSchedule,
): string {
  return JSON.stringify({
    tenant,
    batchId: `schedule-${tenant}`,
    legal_basis_code: legalBasisCode,
    retention_years: retentionYears,
    due: '<aws.scheduler.scheduled-time>',
  });
}

function groupOf(stage: string): string {
  return `countinghouse-${stage}`;
}

async function targetOf(stage: string) {
  const sts = new STSClient({});
  const { Account: account, Arn: arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
  const [, partition = 'aws'] = arn.split(':');
  const region = await sts.config.region();
  return {
    Arn: `arn:${partition}:lambda:${region}:${account}:function:${stage}-request-scheduled-export`,
    RoleArn: `arn:${partition}:iam::${account}:role/countinghouse-${stage}-scheduler-${region}`,
  };
}
