// A local Step Functions: the calls that the functions make, over the AWS SDK's protocol.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import type { ServiceCalls } from '../http/json-service.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { ServiceError } from '../http/service-error.ts';
import { MACHINE_TYPE, readMachineSettings } from './definition.ts';
import type { Execution } from './execution-store.ts';
import { ExecutionStore } from './execution-store.ts';
import { buildExecutionArn } from './execution-arn.ts';
import { LocalMachine } from './local-machine.ts';
import type { MachineOptions } from './local-machine.ts';

export type StepFunctions = Endpoint & {
  /** Accepts executions from here on, and resumes unfinished ones. */
  run(
    calledBy: (machineArn: string) => Pick<FunctionRunner, 'invoke'>,
    ended: MachineOptions['ended'],
  ): void;
};

export interface StepFunctionsOptions {
  /** Without a folder, executions are deleted when the service stops. */
  readonly dataFolder: string | undefined;
  readonly log: (line: string) => void;
}

type MachinesByArn = Map<string, LocalMachine>;

const buildCalls = (machines: MachinesByArn): ServiceCalls => ({
  StartExecution({ stateMachineArn, name, input }) {
    const execution = requireMachine(machines, String(stateMachineArn)).start(
      requireExecutionName(name),
      requireInputText(input),
    );
    const { startedAt } = execution;
    return {
      executionArn: buildExecutionArn(String(stateMachineArn), execution.name),
      startDate: startedAt / 1_000,
    };
  },
  DescribeExecution({ executionArn: arn }) {
    const [, machine = '', name = ''] = /^(.*):([^:]+)$/.exec(String(arn)) ?? [];
    const machineArn = machine.replace(':execution:', ':stateMachine:');
    const execution = requireMachine(machines, machineArn).describe(name);
    return describeExecution(String(arn), machineArn, execution);
  },
});

/** Before `run`, no state machine is known, so every call is refused. */
export async function startStepFunctions(
  deployment: Deployment,
  { dataFolder, log }: StepFunctionsOptions,
): Promise<StepFunctions> {
  const settings = deployment.ofType(MACHINE_TYPE).map(readMachineSettings);
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'executions-'));
  const store = new ExecutionStore(folder);
  const machines: MachinesByArn = new Map();
  const { endpoint, stop } = await startJsonService(buildCalls(machines), log);
  return {
    endpoint,
    run(calledBy, ended) {
      for (const one of settings) {
        const functions = calledBy(one.arn);
        machines.set(one.arn, new LocalMachine({ settings: one, store, functions, ended, log }));
      }
      const resumed = [...machines.values()].reduce((sum, machine) => sum + machine.resume(), 0);
      const names = settings.map(({ name }) => name).join(', ');
      if (names !== '') log(`State machines: ${names} (${resumed} executions resumed)`);
    },
    async stop() {
      machines.forEach((machine) => machine.stop());
      await stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function requireMachine(machines: MachinesByArn, arn: string): LocalMachine {
  const machine = machines.get(arn);
  if (machine) return machine;
  throw new ServiceError('StateMachineDoesNotExist', `The state machine ${arn} does not exist.`);
}

function requireExecutionName(name: unknown): string {
  if (typeof name === 'string' && /^[\w-]{1,80}$/.test(name)) return name;
  throw new ServiceError('InvalidName', 'A name has 1 to 80 characters of A-Z, a-z, 0-9, _ and -.');
}

function requireInputText(input: unknown = '{}'): string {
  try {
    JSON.parse(String(input));
    return String(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'The input is not JSON.');
  }
}

function describeExecution(arn: string, stateMachineArn: string, execution: Execution): object {
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
