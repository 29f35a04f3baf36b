// Boots a synthesized template on this machine: engine, tables, functions, REST APIs.
import { readDeployment } from './cloudformation/deployment.ts';
import type { Deployment } from './cloudformation/deployment.ts';
import type { Json } from './cloudformation/template.ts';
import type { Engine } from './engine.ts';
import { startGateway } from './gateway/gateway.ts';
import type { Functions } from './lambda/functions.ts';
import { isLastPart, readRestApis, withLocalOrigins } from './rest-apis.ts';
import type { LocalApi } from './rest-apis.ts';
import { rotateNewSecrets } from './secrets.ts';
import { startServices } from './called-services.ts';
import { inDataFolder } from './start-options.ts';
import type { StartOptions } from './start-options.ts';
import { mappingTypes, startEventSources } from './streams/event-sources.ts';
import {
  readFunctions,
  refuseMissingFunctions,
  sharedFunctions,
  startTemplateFunctions,
} from './template-functions.ts';

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
  if (options.warm) sharedFunctions(apis).forEach(functions.warm);
  await rotateNewSecrets(deployment, secrets, functions);
  stepFunctions.run(functions);
  // Again, and so before the functions end: what runs is taken up at the next start.
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
