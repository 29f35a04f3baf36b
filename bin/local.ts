// npm start: synthesizes the application and runs its template on this machine.
import { join, relative } from 'node:path';
import {
  openLocalAdministration,
  buildSchedulesConnection,
} from '../commands/administration/connect.ts';
import {
  findStackFile,
  isRunning,
  readStackFile,
} from '../commands/administration/running-stack.ts';
import { UsageError } from '../commands/command-definition.ts';
import { writeDemoData } from '../commands/demo/demo-data.ts';
import { assemble, LOCAL_CONTEXT } from '../local/cloudformation/assemble.ts';
import { buildConsole } from '../local/console/console-build.ts';
import { buildConsoleOrigin, placeConsoleOrigin } from '../local/cloudformation/console-origin.ts';
import { serveConsole } from '../local/console/serve-console.ts';
import { chooseS3 } from '../local/start/buckets.ts';
import { choosePorts } from '../local/http/choose-ports.ts';
import type { ChosenPorts } from '../local/http/choose-ports.ts';
import { rememberStack } from '../commands/last-stack.ts';
import { runCommand } from '../commands/run-command.ts';
import { readCommandLine, START_FLAGS, USAGE } from '../local/start/command-line.ts';
import type { CommandLine, StartFlags } from '../local/start/command-line.ts';
import { emptyDataFolder, lockDataFolder } from '../local/start/data-folder.ts';
import { explainDiskFault } from '../local/start/disk-fault.ts';
import { seedDemo } from '../local/start/registration/demo-data.ts';
import type { DemoStack } from '../local/start/registration/demo-data.ts';
import { chooseEngine } from '../local/engines/engine.ts';
import type { Engine } from '../local/engines/engine.ts';
import { registerReferenceClient } from '../local/start/registration/reference-client.ts';
import { writeStackFile } from '../local/start/stack-file.ts';
import { keepParameters, readParameters } from '../local/start/stack-parameters.ts';
import { startOwnEngine } from '../local/start/local-services.ts';
import { startLocal } from '../local/start/start.ts';
import { waitForEnd } from '../local/start/wait-for-end.ts';
import type { LocalDeployment } from '../local/start/start.ts';
import type { CreatedTables } from '../local/start/start-options.ts';
import { buildConsumersConnection } from '../commands/projections/connect.ts';
import { buildRebuildMachineConnection } from '../commands/projections/rebuild-machine.ts';
import { buildLedgerConnection } from '../commands/verification/connect.ts';

const startedAt = performance.now();

const PURPOSES: Readonly<Record<string, string>> = {
  base_url: 'the ledger; its reference is at /docs',
  workbench_url: 'exports, imports and evidence',
  auth_url: 'sign-in and tokens',
};

await runCommand({ usage: USAGE, options: START_FLAGS }, (flags) => run(readFlags(flags)));

function readFlags(flags: StartFlags): CommandLine {
  try {
    return readCommandLine(flags);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

async function run(commandLine: CommandLine) {
  const { dataFolder } = commandLine;
  const stops: (() => unknown)[] = [];
  try {
    const unlock = lockDataFolder(dataFolder);
    process.once('exit', unlock);
    if (commandLine.fresh) emptyDataFolder(dataFolder);
    const engine = chooseEngine(process.env.DYNAMODB_ENGINE);
    // A process of its own, which starts while this one reads the sources.
    const startedEngine = startOwnEngine({ dataFolder, engine, log: printStep });
    // The start awaits it, and says why it failed.
    startedEngine.catch(() => undefined);
    stops.push(() =>
      startedEngine.then(
        ({ stop }) => stop(),
        () => undefined,
      ),
    );
    const chosen = await choosePorts({ base: commandLine.port, console: commandLine.consolePort });
    stops.push(chosen.release, chosen.releaseConsole);
    const [{ local, demo }, site] = await Promise.all([
      startStack({ commandLine, chosen, startedEngine }, stops),
      buildConsole(),
    ]);
    publishStack(local, demo, { dataFolder, consoleOrigin: buildConsoleOrigin(chosen.console) });
    await chosen.releaseConsole();
    const web = await serveConsole({
      folder: site.folder,
      port: chosen.console,
      clientId: demo.client_id,
      addresses: local.urls,
      s3Endpoint: local.s3Endpoint,
    });
    stops.push(web.stop);
    if (commandLine.demo) await fillDemo(dataFolder);
    // Listens before it says that it is ready, because a signal may follow at once.
    const end = waitForEnd(local.broken);
    printAddresses(local, demo, web.origin);
    printFault(await end, dataFolder);
    await local.stop();
    await web.stop();
  } catch (error) {
    for (const stop of stops.toReversed()) await stop();
    throw explainDiskFault(error, dataFolder);
  }
}

interface StackStart {
  readonly commandLine: CommandLine;
  readonly chosen: ChosenPorts;
  readonly startedEngine: Promise<Engine>;
}

interface SeededStack {
  readonly local: LocalDeployment;
  readonly demo: DemoStack;
}

/** Starts the template; `stops` receives what ends it, from the first port on. */
async function startStack(
  { commandLine, chosen, startedEngine }: StackStart,
  stops: (() => unknown)[],
): Promise<SeededStack> {
  const { dataFolder, verbose, enforcesRoles, streams } = commandLine;
  const { ports, console, release: releasePorts } = chosen;
  const parameters = readParameters(dataFolder, commandLine.parameters);
  const assembly = await synthesize(dataFolder, commandLine.settings);
  const consoleOrigin = buildConsoleOrigin(console);
  placeConsoleOrigin(assembly, consoleOrigin);
  const s3 = chooseS3(process.env.S3_ENDPOINT);
  const runnerOptions = { assembly, dataFolder, releasePorts, s3, enforcesRoles, streams };
  const seeded = Promise.withResolvers<DemoStack>();
  const local = await startLocal({
    ...runnerOptions,
    startedEngine,
    prepare: async (created) => {
      seeded.resolve(await seedStack(created, { dataFolder, consoleOrigin }));
    },
    ports: { ...ports },
    parameters,
    verbose,
    log: printStep,
    warm: true,
  });
  stops.push(local.stop);
  if (commandLine.parameters.length > 0) keepParameters(dataFolder, parameters);
  return { local, demo: await seeded.promise };
}

interface StackPlace {
  readonly dataFolder: string;
  readonly consoleOrigin: string;
}

/** Creates the demo operators and clients. */
async function seedStack(
  created: CreatedTables,
  { dataFolder, consoleOrigin }: StackPlace,
): Promise<DemoStack> {
  const administration = openLocalAdministration({ identity: buildIdentity(created) });
  const { base_url, workbench_url } = created.urls;
  const apis = [base_url, workbench_url].filter((url) => url !== undefined);
  const [demo] = await Promise.all([
    seedDemo(administration, join(dataFolder, 'demo.json'), consoleOrigin),
    registerReferenceClient(administration, apis),
  ]);
  return demo;
}

/** Writes stack.json for the commands. */
function publishStack(
  local: LocalDeployment,
  demo: DemoStack,
  { dataFolder, consoleOrigin }: StackPlace,
): void {
  const stores = {
    identity: buildIdentity(local),
    ledger: buildLedgerConnection(local),
    stream_consumers: buildConsumersConnection(local),
    schedules: buildSchedulesConnection(local),
    rebuild_machine: buildRebuildMachineConnection(local),
  };
  const removeStackFile = writeStackFile(dataFolder, {
    ...local.urls,
    console_url: consoleOrigin,
    ...demo,
    ...stores,
  });
  process.once('exit', removeStackFile);
  process.once('exit', rememberStack(findStackFile({ data: dataFolder }), isRunning));
}

async function fillDemo(dataFolder: string): Promise<void> {
  const begin = performance.now();
  await writeDemoData(readStackFile(findStackFile({ data: dataFolder })), 'aurora');
  printStep(`Demo data: ready in ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
}

function buildIdentity({ outputs, endpoint }: Pick<CreatedTables, 'outputs' | 'endpoint'>) {
  const [, table] = Object.entries(outputs).find(([name]) => name.endsWith('.IdentityTable')) ?? [];
  return { table: String(table), endpoint };
}

async function synthesize(dataFolder: string, given: CommandLine['settings']): Promise<string> {
  const output = join(dataFolder, 'cdk.out');
  const settings = { ...LOCAL_CONTEXT.settings, ...given };
  const { folder, isNew } = await assemble({ output, context: { ...LOCAL_CONTEXT, settings } });
  printStep(`Template: ${isNew ? 'synthesized' : 'reused'} in ${formatPath(output)}`);
  return folder;
}

function printAddresses({ urls }: LocalDeployment, { operators }: DemoStack, site: string) {
  const [first] = operators;
  const token = '"Authorization: Bearer $(npm run --silent token -- maker@aurora)"';
  const lines = [
    `- Ready in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
    '',
    `  ${'console'.padEnd(14)} ${site}`,
    ...Object.entries(urls).map(
      ([name, url]) => `  ${name.padEnd(14)} ${url}  ${PURPOSES[name] ?? ''}`,
    ),
    '',
    `  Sign in to the console as one of these demo operators, with the password ${first?.password ?? ''}.`,
    '  The APIs name an operator by the id. stack.json in the data folder has all of this, for programs.',
    ...operators.map(
      ({ username, operator_id, permissions }) =>
        `    ${username.padEnd(20)} ${operator_id}  ${permissions.join(' ')}`,
    ),
    '',
    '  A first request, from another terminal:',
    `  curl -i -H ${token} ${urls.base_url}/api/accounts`,
    '',
    'Ctrl-C stops it. The data stays for the next start.',
  ];
  console.log(lines.join('\n'));
}

function printStep(line: string) {
  console.log(`- ${line}`);
}

function formatPath(path: string): string {
  return relative(process.cwd(), path) || '.';
}

function printFault(fault: string | undefined, dataFolder: string) {
  if (fault === undefined) return;
  console.error(`${fault} Start again; the data is in ${formatPath(dataFolder)}.`);
  process.exitCode = 1;
}
