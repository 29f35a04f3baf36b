// The options of a start on this machine.
import { join } from 'node:path';
import type { EngineKind } from '../engines/engine.ts';
import type { PoolLimits } from '../lambda/worker-pool.ts';
import type { PortsByApi } from './rest-apis.ts';

export interface StartOptions {
  /** The folder of the cloud assembly. */
  readonly assembly: string;
  /** Absent: tables live in memory and functions leave no log. */
  readonly dataFolder?: string;
  /** By API; an API that is not named gets a free one. */
  readonly ports?: PortsByApi;
  /** Awaited right before the APIs listen at their ports. */
  readonly releasePorts?: () => Promise<void>;
  readonly engine?: EngineKind;
  /** Of an S3 that runs already; absent: our own, on the file system. */
  readonly s3?: URL;
  /** Also hand the functions' output to `log`. */
  readonly verbose?: boolean;
  /** Variables for every function beside its own. */
  readonly environment?: Record<string, string>;
  /** Denies the functions and state machines what the template's roles do not grant them. */
  readonly enforcesRoles?: boolean;
  readonly log?: (line: string) => void;
  readonly limits?: PoolLimits;
  /** False: no function receives the records of the tables' streams. */
  readonly streams?: boolean;
  /** Loads the functions that every caller meets before the first of them calls. */
  readonly warm?: boolean;
}

/** A folder within the data folder; undefined where nothing is kept. */
export function buildDataPath({ dataFolder }: StartOptions, name: string): string | undefined {
  return dataFolder && join(dataFolder, name);
}
