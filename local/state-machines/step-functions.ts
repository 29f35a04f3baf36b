// The Step Functions of this machine: the few calls that our functions make, over the protocol that
// the AWS SDK speaks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import type { Calls } from '../http/json-service.ts';
import type { Functions } from '../lambda/functions.ts';
import { ServiceError } from '../http/service-error.ts';
import { machineSettings } from './definition.ts';
import type { Execution } from './execution-store.ts';
import { ExecutionStore } from './execution-store.ts';
import { executionArn } from './execution-arn.ts';
import { Machine } from './machine.ts';
import type { MachineOptions } from './machine.ts';

export const machineType = 'AWS::StepFunctions::StateMachine';

export type StepFunctions = Endpoint & {
  /** Begins to run what is started, and takes up what was under way. */
  run(
    calledBy: (machineArn: string) => Pick<Functions, 'invoke'>,
    ended: MachineOptions['ended'],
  ): void;
};

export type StepFunctionsOptions = {
  /** Absent: the executions are forgotten when it stops. */
  dataFolder: string | undefined;
  log: (line: string) => void;
};

type Machines = Map<string, Machine>;

const calls = (machines: Machines): Calls => ({
  StartExecution({ stateMachineArn, name, input }) {
    const execution = machineOf(machines, String(stateMachineArn)).start(
      nameIn(name),
      textIn(input),
    );
    const { startedAt } = execution;
    return {
      executionArn: executionArn(String(stateMachineArn), execution.name),
      startDate: startedAt / 1_000,
    };
  },
  DescribeExecution({ executionArn: arn }) {
    const [, machine = '', name = ''] = /^(.*):([^:]+)$/.exec(String(arn)) ?? [];
    const machineArn = machine.replace(':execution:', ':stateMachine:');
    const execution = machineOf(machines, machineArn).describe(name);
    return described(String(arn), machineArn, execution);
  },
});

/** Its executions begin with `run`: a call before that is refused as one to an unknown machine. */
export async function startStepFunctions(
  deployment: Deployment,
  { dataFolder, log }: StepFunctionsOptions,
): Promise<StepFunctions> {
  const settings = deployment.ofType(machineType).map(machineSettings);
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'executions-'));
  const store = new ExecutionStore(folder);
  const machines: Machines = new Map();
  const { endpoint, stop } = await startJsonService(calls(machines), log);
  return {
    endpoint,
    run(calledBy, ended) {
      for (const one of settings) {
        const functions = calledBy(one.arn);
        machines.set(one.arn, new Machine({ settings: one, store, functions, ended, log }));
      }
      const resumed = [...machines.values()].reduce((sum, machine) => sum + machine.resume(), 0);
      const names = settings.map(({ name }) => name).join(', ');
      if (names !== '') log(`State machines: ${names} (${resumed} executions go on)`);
    },
    async stop() {
      machines.forEach((machine) => machine.stop());
      await stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function machineOf(machines: Machines, arn: string): Machine {
  const machine = machines.get(arn);
  if (machine) return machine;
  throw new ServiceError('StateMachineDoesNotExist', `There is no state machine ${arn}.`);
}

function nameIn(name: unknown): string {
  if (typeof name === 'string' && /^[\w-]{1,80}$/.test(name)) return name;
  throw new ServiceError('InvalidName', 'A name has 1 to 80 of A-Z a-z 0-9 _ and -.');
}

function textIn(input: unknown = '{}'): string {
  try {
    JSON.parse(String(input));
    return String(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'The input is not JSON.');
  }
}

function described(arn: string, stateMachineArn: string, execution: Execution): object {
  const { name, status, input, output, error, cause, startedAt, stoppedAt } = execution;
  return {
    executionArn: arn,
    stateMachineArn,
    name,
    status,
    input,
    startDate: startedAt / 1_000,
    ...(stoppedAt !== undefined && { stopDate: stoppedAt / 1_000 }),
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
  };
}
