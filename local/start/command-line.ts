// The flags of `npm start`.
import { join, resolve } from 'node:path';
import { ENGINE_NAMES } from '../engines/engine-command.ts';
import { CONSOLE_OFFSET } from '../http/choose-ports.ts';
import { parseParameter } from './stack-parameters.ts';
import type { GivenParameter } from './stack-parameters.ts';

const LAST_PORT = 65_535;
const API_COUNT = 3;
/** The ports above it are those of the other APIs and of the console. */
const LAST_BASE_PORT = LAST_PORT - CONSOLE_OFFSET;

const root = join(import.meta.dirname, '..', '..');

export interface CommandLine {
  /** The first of three ports; absent: 4010 to 4012, or free ports where those are taken. */
  readonly port: number | undefined;
  /** Absent: ten above `port`; without that, 4020, or a free port where it is taken. */
  readonly consolePort: number | undefined;
  readonly dataFolder: string;
  readonly fresh: boolean;
  /** Whether the first demo tenant is filled. */
  readonly demo: boolean;
  readonly verbose: boolean;
  /** Deny functions what their roles do not grant. */
  readonly enforcesRoles: boolean;
  /** Whether functions receive the records of the tables' streams. */
  readonly streams: boolean;
  /** Of the stacks. */
  readonly parameters: readonly GivenParameter[];
  /** Of the stage, for this start, beside those that every local stage has. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export const START_FLAGS = {
  port: { type: 'string' },
  'console-port': { type: 'string' },
  data: { type: 'string', default: join(root, '.local') },
  fresh: { type: 'boolean', default: false },
  demo: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  'no-streams': { type: 'boolean', default: false },
  'enforce-roles': { type: 'boolean', default: false },
  parameters: { type: 'string', multiple: true },
  setting: { type: 'string', multiple: true },
} as const;

export interface StartFlags {
  readonly port?: string | undefined;
  readonly 'console-port'?: string | undefined;
  readonly data: string;
  readonly fresh: boolean;
  readonly demo: boolean;
  readonly verbose: boolean;
  readonly 'no-streams': boolean;
  readonly 'enforce-roles': boolean;
  readonly parameters?: string[] | undefined;
  readonly setting?: string[] | undefined;
}

export const USAGE = `npm start -- [flags]

Runs the synthesized template on this machine.

  --port N    ledger on port N, workbench on N+1, identity on N+2, console on N+10 (default:
              4010 to 4012 and 4020, or free ports where those are taken)
  --console-port N
              console on port N
  --data DIR  keep data, logs and stack.json there (default: .local)
  --fresh     start without data: deletes the content of the data folder first
  --demo      fill the tenant aurora with three months of a small bank: customers, postings, loans,
              requests that wait, an export and an import
  --verbose   show the output of the functions here, not only in the folder's log/
  --enforce-roles
              deny the functions what their roles in the template do not grant them
  --no-streams
              do not process the streams of the tables: no projections, no published events
  --parameters STACK:NAME=VALUE
              the value of a parameter of a stack, as of cdk deploy; it is kept for later starts
  --setting NAME=VALUE
              a setting of the stage for this start, in JSON, such as combining=true: docs/embedding.md
              lists them
  --help      this text

DYNAMODB_ENGINE chooses the database: ${ENGINE_NAMES.join(', ')} or the URL of an endpoint.
S3_ENDPOINT names an S3 to use instead of the one that comes with it. It must know the access key
"local" with the secret "local", which are also those of the one that comes with it.`;

/** Throws an error that says what is wrong with the flags. */
export function readCommandLine(flags: StartFlags): CommandLine {
  const { data, fresh, demo, verbose } = flags;
  return {
    fresh,
    demo,
    verbose,
    enforcesRoles: flags['enforce-roles'],
    streams: !flags['no-streams'],
    parameters: (flags.parameters ?? []).map(parseParameter),
    settings: Object.fromEntries((flags.setting ?? []).map(parseSetting)),
    dataFolder: resolve(data),
    ...parsePorts(flags),
  };
}

function parsePorts(flags: StartFlags): Pick<CommandLine, 'port' | 'consolePort'> {
  const port = parsePort('--port', flags.port, LAST_BASE_PORT);
  const consolePort = parsePort('--console-port', flags['console-port'], LAST_PORT);
  const last = (port ?? 0) + API_COUNT - 1;
  if (port !== undefined && consolePort !== undefined && port <= consolePort && consolePort <= last)
    throw new Error(
      `--console-port ${consolePort} is a port of the APIs, which have ${port} to ${last}.`,
    );
  return { port, consolePort };
}

function parseSetting(text: string): [name: string, value: unknown] {
  const [, name = '', json = ''] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  try {
    return [name, JSON.parse(json)];
  } catch {
    throw new Error(`--setting takes NAME=VALUE, the value in JSON, not "${text}".`);
  }
}

function parsePort(flag: string, text: string | undefined, last: number): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= last) return port;
  throw new Error(`${flag} takes a number from 1 to ${last}, not "${text}".`);
}
