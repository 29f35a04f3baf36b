// A local Lambda: invokes the template's functions by name or ARN.
import { FunctionError } from './function-error.ts';
import type { FunctionLog } from './function-log.ts';
import type { FunctionSettings } from './function-settings.ts';
import { FunctionWorker } from './function-worker.ts';
import type { Json } from '../cloudformation/template.ts';
import { WorkerPool } from './worker-pool.ts';
import type { PoolLimits } from './worker-pool.ts';

export interface FunctionRunner {
  readonly names: string[];
  /** Returns the handler's result; throws a FunctionError if it threw, crashed or timed out. */
  invoke(nameOrArn: string, event: unknown): Promise<Json>;
  /** Loads the code of a function before it is first invoked. */
  warm(nameOrArn: string): void;
  /** Ends the idle workers of a function: its next invocation starts cold. */
  cool(nameOrArn: string): void;
  /** The number of live workers, busy or idle. */
  workers(): number;
  stop(): Promise<void>;
}

export interface FunctionRunnerOptions {
  readonly settings: FunctionSettings[];
  /** Variables for every function, such as service endpoints. */
  readonly environment: Record<string, string>;
  readonly log: FunctionLog;
  /** The folder for code that V8 has compiled. */
  readonly compiled?: string;
  readonly limits?: PoolLimits;
  /** How many times its limit a call may take; 1 if absent. */
  readonly timeoutFactor?: number;
}

export const EVENT_BYTES_MAX = 6 * 1024 * 1024;

export function startFunctions({
  settings,
  environment,
  log,
  compiled,
  limits,
  timeoutFactor = 1,
}: FunctionRunnerOptions): FunctionRunner {
  const byName = new Map(settings.map((one) => [one.name, one]));
  const pool = new WorkerPool((one, onEnd) => {
    const onLines = (lines: readonly string[]) => log.write(one.name, lines);
    const surroundings = {
      environment: buildEnvironment(one, environment),
      compiled,
      timeoutFactor,
    };
    return new FunctionWorker(one, surroundings, { onLines, onEnd });
  }, limits);
  const find = (nameOrArn: string) => {
    const name = readFunctionName(nameOrArn);
    const one = byName.get(name);
    if (!one) throw new FunctionError('ResourceNotFound', `There is no function ${name}.`);
    return one;
  };
  return {
    names: [...byName.keys()],
    async invoke(nameOrArn, event) {
      const one = find(nameOrArn);
      const text = JSON.stringify(event) ?? 'null';
      if (Buffer.byteLength(text) > EVENT_BYTES_MAX) {
        throw new FunctionError('RequestTooLarge', 'The event exceeds 6 MB.');
      }
      return JSON.parse(await pool.invoke(one, text)) as Json;
    },
    warm: (nameOrArn) => pool.warm(find(nameOrArn)),
    cool: (nameOrArn) => pool.cool(find(nameOrArn)),
    workers: () => pool.size,
    async stop() {
      await pool.stop();
      log.close();
    },
  };
}

/** Reads the name from a name, a (qualified) function ARN or the URI of an API Gateway integration. */
export function readFunctionName(reference: string): string {
  return /:function:([^:/]+)/.exec(reference)?.[1] ?? reference;
}

// The variables of Lambda's Node.js runtime that our code or the SDK may read.
function buildEnvironment(one: FunctionSettings, shared: Record<string, string>) {
  return {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: one.region,
    AWS_DEFAULT_REGION: one.region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: one.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(one.memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${one.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    TZ: ':UTC',
    ...shared,
    ...one.environment,
  };
}
