// What a start on this machine may be told.
import { join } from 'node:path';
import type { EngineKind } from '../engines/engine.ts';
import type { PoolLimits } from '../lambda/worker-pool.ts';
import type { PortsByApi } from './rest-apis.ts';

export type StartOptions = {
  /** The folder of the cloud assembly. */
  assembly: string;
  /** Absent: tables live in memory and functions leave no log. */
  dataFolder?: string;
  /** By API; an API that is not named gets a free one. */
  ports?: PortsByApi;
  /** Awaited right before the APIs listen at their ports. */
  releasePorts?: () => Promise<void>;
  engine?: EngineKind;
  /** Of an S3 that runs already; absent: our own, on the file system. */
  s3?: URL;
  /** Also hand the functions' output to `log`. */
  verbose?: boolean;
  /** Variables for every function beside its own. */
  environment?: Record<string, string>;
  /** Denies the functions and state machines what the template's roles do not grant them. */
  enforcesRoles?: boolean;
  log?: (line: string) => void;
  limits?: PoolLimits;
  /** False: nobody is given the records of the tables' streams. */
  streams?: boolean;
  /** Loads the functions that every caller meets before the first of them calls. */
  warm?: boolean;
};

/** A folder within the data folder; undefined where nothing is kept. */
export function buildDataPath({ dataFolder }: StartOptions, name: string): string | undefined {
  return dataFolder && join(dataFolder, name);
}
