// The state machine that rebuilds projections, in the local stack or in a stage on AWS.
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { ReadModelName } from '../../functions/domain/projections/projector.ts';
import type { Json } from '../../local/cloudformation/template.ts';
import { findStateMachines } from './state-machines.ts';

/** What stack.json says about the state machine. */
export interface RebuildMachineConnection {
  readonly endpoint: string;
  readonly arn: string;
}

/** The result of an execution. */
export interface RebuildResult {
  readonly generation: number;
  readonly receipts: number;
  /** The number of events that cannot be applied. */
  readonly failed: number;
}

/** Builds the connection for stack.json. */
export function buildRebuildMachineConnection(local: {
  readonly outputs: Readonly<Record<string, Json>>;
  readonly stepFunctionsEndpoint: string;
}): RebuildMachineConnection {
  const named = Object.entries(local.outputs).find(([name]) => name.endsWith('.RebuildMachine'));
  return { endpoint: local.stepFunctionsEndpoint, arn: String(named?.[1]) };
}

export class RebuildMachine {
  readonly #client: SFNClient;
  readonly #arn: string;

  constructor(client: SFNClient, arn: string) {
    this.#client = client;
    this.#arn = arn;
  }

  static here({ endpoint, arn }: RebuildMachineConnection): RebuildMachine {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    return new RebuildMachine(new SFNClient({ endpoint, region: 'us-east-1', credentials }), arn);
  }

  /** With the caller's own AWS credentials. */
  static async on(stage: string): Promise<RebuildMachine> {
    const client = new SFNClient({});
    const name = `${stage}-rebuild-projection`;
    return new RebuildMachine(client, (await findStateMachines(client, [name]))[name] ?? '');
  }

  /** Returns the ARN of the execution. */
  async start(projection: ReadModelName, segments?: number): Promise<string> {
    const input = JSON.stringify({ projection, segments });
    const name = `${projection}-${new Date().toISOString().replaceAll(/\W/g, '')}`;
    const command = new StartExecutionCommand({ stateMachineArn: this.#arn, name, input });
    return String((await this.#client.send(command)).executionArn);
  }

  /** Returns undefined while it is running; throws with the reason when it has failed. */
  async ended(executionArn: string): Promise<RebuildResult | undefined> {
    const execution = await this.#client.send(new DescribeExecutionCommand({ executionArn }));
    const { status, output, error, cause } = execution;
    if (status === 'RUNNING') return undefined;
    if (status === 'SUCCEEDED') return JSON.parse(output ?? '{}') as RebuildResult;
    throw new Error(`${executionArn} ${status}: ${error ?? ''} ${cause ?? ''}`.trim());
  }

  close(): void {
    this.#client.destroy();
  }
}
