// The options of a start on this machine.
import { join } from 'node:path';
import type { StackParameters } from '../cloudformation/deployment.ts';
import type { Json } from '../cloudformation/template.ts';
import type { Engine, EngineKind } from '../engines/engine.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import type { PoolLimits } from '../lambda/worker-pool.ts';
import type { ServiceFolder } from './data-folder.ts';
import type { PortsByApi } from './rest-apis.ts';

export interface StartOptions {
  /** The folder of the cloud assembly. */
  readonly assembly: string;
  /** Absent: tables are in memory, and the output of functions is not stored. */
  readonly dataFolder?: string;
  /** By API; an API without an entry gets a free port. */
  readonly ports?: PortsByApi;
  /** Of the template's stacks; absent: the defaults. */
  readonly parameters?: StackParameters;
  /** Called immediately before the APIs listen on their ports. */
  readonly releasePorts?: () => Promise<void>;
  readonly engine?: EngineKind;
  /** An engine that is starting already; the deployment stops it. */
  readonly startedEngine?: Promise<Engine>;
  /** The address of another S3; absent: the local one, on the file system. */
  readonly s3?: URL;
  /** Also passes the output of the functions to `log`. */
  readonly verbose?: boolean;
  /** Additional variables for all functions. */
  readonly environment?: Record<string, string>;
  /** Denies the functions and state machines what the template's roles do not grant them. */
  readonly enforcesRoles?: boolean;
  readonly log?: (line: string) => void;
  readonly limits?: PoolLimits;
  /**
   * How many times its limit a call of a function may take before it is ended; 1 if absent. A function still reads
   * its own limit. For tests that share a busy machine.
   */
  readonly timeoutFactor?: number;
  /** What stands between the functions, the services that they call and their callers: for tests that disturb them. */
  readonly between?: Interposition;
  /** False: no function receives the records of the tables' streams. */
  readonly streams?: boolean;
  /** False: no function is called by an event rule with a schedule. */
  readonly scheduledRules?: boolean;
  /** Prepares the data while the functions start: the APIs listen when it is done. */
  readonly prepare?: (created: CreatedTables) => Promise<void>;
  /** Loads the functions that serve every caller before the first request. */
  readonly warm?: boolean;
}

/** What exists as soon as the tables do. */
export interface CreatedTables {
  /** Of DynamoDB. */
  readonly endpoint: string;
  readonly outputs: StackOutputs;
  /** Of the APIs, which do not listen yet. */
  readonly urls: LocalUrls;
}

/** `<stack>.<output>`, with local origins. */
export type StackOutputs = Record<string, Json>;

/** The API with this last part of its name, by what stack.json calls its address. */
export const URL_NAMES = {
  ledger: 'base_url',
  workbench: 'workbench_url',
  identity: 'auth_url',
} as const;

export type LocalUrls = Partial<Record<(typeof URL_NAMES)[keyof typeof URL_NAMES], string>>;

export interface Interposition {
  /** Returns the addresses that the functions get instead of those of the services, by variable. */
  endpoints(addresses: Record<string, string>): Promise<Record<string, string>>;
  /** Returns what their callers get instead of the functions. */
  functions(functions: FunctionRunner): FunctionRunner;
}

/** The path of the folder in the data folder; undefined when there is no data folder. */
export function buildDataPath(
  { dataFolder }: Pick<StartOptions, 'dataFolder'>,
  name: ServiceFolder,
): string | undefined {
  return dataFolder && join(dataFolder, name);
}
