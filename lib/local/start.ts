// Boots a synthesized template on this machine: engine, tables, functions, REST APIs.
import { join } from 'node:path';
import { bucketType, startBuckets } from './buckets.ts';
import { readDeployment } from './cloudformation/deployment.ts';
import type { Deployment } from './cloudformation/deployment.ts';
import type { Json } from './cloudformation/template.ts';
import { startEngine } from './engine.ts';
import type { Engine, EngineKind } from './engine.ts';
import { startGateway } from './gateway/gateway.ts';
import { functionLog } from './lambda/function-log.ts';
import { functionSettings } from './lambda/function-settings.ts';
import type { FunctionSettings } from './lambda/function-settings.ts';
import { startFunctions } from './lambda/functions.ts';
import type { Functions } from './lambda/functions.ts';
import type { PoolLimits } from './lambda/worker-pool.ts';
import { queueTypes, startQueues } from './queues/queues.ts';
import type { Queues } from './queues/queues.ts';
import { isLastPart, readRestApis, withLocalOrigins } from './rest-apis.ts';
import type { LocalApi, Ports } from './rest-apis.ts';
import type { S3 } from './s3/server.ts';
import { rotateNewSecrets, startSecrets } from './secrets.ts';
import type { SecretsManager } from './secrets-manager.ts';
import { startStepFunctions } from './state-machines/step-functions.ts';
import type { StepFunctions } from './state-machines/step-functions.ts';
import { mappingTypes, startEventSources } from './streams/event-sources.ts';
import { ensureTables, tableTypes } from './tables.ts';

export type StartOptions = {
  /** The folder of the cloud assembly. */
  assembly: string;
  /** Absent: tables live in memory and functions leave no log. */
  dataFolder?: string;
  /** By API; an API that is not named gets a free one. */
  ports?: Ports;
  engine?: EngineKind;
  /** Of an S3 that runs already; absent: our own, on the file system. */
  s3?: URL;
  /** Also hand the functions' output to `log`. */
  verbose?: boolean;
  log?: (line: string) => void;
  limits?: PoolLimits;
};

export type Local = {
  urls: Urls;
  /** By the API's name. */
  origins: Record<string, string>;
  /** `<stack>.<output>`, with local origins. */
  outputs: Record<string, Json>;
  functions: Pick<Functions, 'names' | 'invoke' | 'workers'>;
  /** Of DynamoDB. */
  endpoint: string;
  /** Of SQS. */
  queueEndpoint: string;
  /** Of S3; absent where the template has no bucket. */
  s3Endpoint: string | undefined;
  stepFunctionsEndpoint: string;
  /** Resolves with a sentence when the engine ends without `stop`. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

const urlNames = { ledger: 'base_url', workbench: 'workbench_url', identity: 'auth_url' } as const;

export type Urls = { [Name in (typeof urlNames)[keyof typeof urlNames]]?: string };

// Nothing listens there: a call to a service that is not at home fails instead of reaching AWS.
const nowhere = 'http://127.0.0.1:1';

export async function startLocal(options: StartOptions): Promise<Local> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  try {
    return await start(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: StartOptions,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Local> {
  const { log = () => undefined } = options;
  const deployment = readDeployment(options.assembly);
  const apis = await readRestApis(deployment, options.ports ?? {});
  const localize = withLocalOrigins(apis);
  const settings = readFunctions(deployment, localize);
  refuseMissingFunctions(apis, settings);

  const services = await startServices(deployment, options, stops);
  const { engine, secrets, queues, stepFunctions, s3 } = services;
  const functions = startTemplateFunctions(settings, services, options);
  stops.push(functions.stop);
  await rotateNewSecrets(deployment, secrets, functions);
  stepFunctions.run(functions);
  stops.push(stepFunctions.stop);
  const sources = await startEventSources({
    mappings: deployment.ofType(...mappingTypes),
    endpoint: engine.endpoint,
    functions,
    queues,
    folder: inDataFolder(options, 'streams'),
    log,
  });
  stops.push(sources.stop);
  for (const { settings: api, port } of apis) {
    const gateway = await startGateway({ api, port, functions, log });
    stops.push(gateway.stop);
    log(`API ${api.name}: ${api.definition.routes.targets().length} routes at ${api.origin}`);
  }
  return {
    urls: urlsOf(apis),
    origins: Object.fromEntries(apis.map(({ settings: { name, origin } }) => [name, origin])),
    outputs: localizedOutputs(deployment, localize),
    functions,
    endpoint: engine.endpoint,
    queueEndpoint: queues.endpoint,
    s3Endpoint: s3?.endpoint,
    stepFunctionsEndpoint: stepFunctions.endpoint,
    broken: brokenUnlessStopped(engine, () => stops.length === 0),
    stop,
  };
}

type Services = {
  engine: Engine;
  secrets: SecretsManager;
  queues: Queues;
  stepFunctions: StepFunctions;
  s3: S3 | undefined;
};

async function startServices(
  deployment: Deployment,
  options: StartOptions,
  stops: (() => Promise<void>)[],
): Promise<Services> {
  const { log = () => undefined } = options;
  const engine = await startLoggedEngine(options, log);
  stops.push(engine.stop);
  const tables = await ensureTables(deployment.ofType(...tableTypes), engine.endpoint);
  const created = tables.filter((table) => table.created).length;
  log(`Tables: ${tables.map(({ name }) => name).join(', ') || 'none'} (${created} created)`);

  const secrets = await startSecrets(deployment, inDataFolder(options, 'secrets'));
  stops.push(secrets.stop);
  const places = deployment.ofType(...queueTypes);
  const queues = await startQueues(places, inDataFolder(options, 'queues'));
  stops.push(queues.stop);
  const s3Options = { dataFolder: inDataFolder(options, 's3'), endpoint: options.s3, log };
  const s3 = await startBuckets(deployment.ofType(bucketType), s3Options);
  if (s3) stops.push(s3.stop);
  const dataFolder = inDataFolder(options, 'executions');
  const stepFunctions = await startStepFunctions(deployment, { dataFolder, log });
  return { engine, secrets, queues, stepFunctions, s3 };
}

async function startLoggedEngine(options: StartOptions, log: (line: string) => void) {
  const engineFolder = inDataFolder(options, 'dynamodb');
  const engine = await startEngine({ kind: options.engine, dataFolder: engineFolder });
  const place = engine.kind instanceof URL ? 'as it is' : (engineFolder ?? 'in memory');
  log(`DynamoDB: ${String(engine.kind)} at ${engine.endpoint}, data ${place}`);
  return engine;
}

function inDataFolder({ dataFolder }: StartOptions, name: string): string | undefined {
  return dataFolder && join(dataFolder, name);
}

function readFunctions(deployment: Deployment, localize: (text: string) => string) {
  return deployment.ofType('AWS::Lambda::Function').map((resource) => {
    const settings = functionSettings(resource);
    const entries = Object.entries(settings.environment);
    const environment = entries.map(([name, value]) => [name, localize(value)] as const);
    return { ...settings, environment: Object.fromEntries(environment) };
  });
}

function refuseMissingFunctions(apis: LocalApi[], settings: FunctionSettings[]) {
  const names = new Set(settings.map(({ name }) => name));
  for (const { settings: api } of apis) {
    for (const { functionName, authorizer, resourcePath } of api.definition.routes.targets()) {
      const missing = [functionName, authorizer?.functionName].find(
        (name) => name && !names.has(name),
      );
      if (missing) throw new Error(`${api.name} ${resourcePath}: there is no function ${missing}.`);
    }
  }
}

function startTemplateFunctions(
  settings: FunctionSettings[],
  { engine, secrets, queues, stepFunctions, s3 }: Services,
  options: StartOptions,
): Functions {
  const { verbose, limits, log = () => undefined } = options;
  const logFolder = inDataFolder(options, 'log');
  log(`Functions: ${settings.length}${logFolder ? `, their output in ${logFolder}` : ''}`);
  return startFunctions({
    settings,
    environment: {
      AWS_ENDPOINT_URL: nowhere,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: engine.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      AWS_ENDPOINT_URL_SFN: stepFunctions.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ENDPOINT_URL_S3: s3?.endpoint ?? nowhere,
    },
    log: functionLog(logFolder, verbose ? log : undefined),
    limits,
  });
}

function urlsOf(apis: LocalApi[]): Urls {
  const entries = Object.entries(urlNames).flatMap(([part, url]) => {
    const api = apis.find(({ settings: { name } }) => isLastPart(part, name));
    return api ? [[url, api.settings.origin] as const] : [];
  });
  return Object.fromEntries(entries);
}

function localizedOutputs(deployment: Deployment, localize: (text: string) => string) {
  const entries = Object.entries(deployment.outputs());
  const localized = entries.map(([name, value]): [string, Json] => [
    name,
    typeof value === 'string' ? localize(value) : value,
  ]);
  return Object.fromEntries(localized);
}

async function brokenUnlessStopped(engine: Engine, stopped: () => boolean): Promise<string> {
  const sentence = await engine.exited;
  return stopped() ? new Promise<string>(() => undefined) : sentence;
}
