// The event that Step Functions sends to EventBridge when an execution ends.
import { randomUUID } from 'node:crypto';
import type { MachineSettings } from './definition.ts';
import { buildExecutionArn } from './execution-arn.ts';
import type { Execution } from './execution-store.ts';

export type StatusChangeEvent = ReturnType<typeof buildStatusChangeEvent>;

export function buildStatusChangeEvent(
  execution: Execution,
  { arn }: Pick<MachineSettings, 'arn'>,
) {
  const { name, status, input, startedAt, stoppedAt, error, cause } = execution;
  const [, , , region, account] = arn.split(':');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account,
    region,
    time: new Date(stoppedAt ?? startedAt).toISOString(),
    resources: [buildExecutionArn(arn, name)],
    detail: {
      executionArn: buildExecutionArn(arn, name),
      stateMachineArn: arn,
      name,
      status,
      startDate: startedAt,
      stopDate: stoppedAt,
      input,
      error,
      cause,
    },
  };
}
