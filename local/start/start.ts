// Boots a synthesized template on this machine: engine, tables, functions, REST APIs.
import { readDeployment } from '../cloudformation/deployment.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Json } from '../cloudformation/template.ts';
import type { Engine } from '../engines/engine.ts';
import { startGateway } from '../gateway/gateway.ts';
import { HeldPorts } from '../http/held-ports.ts';
import { openFunctionLog } from '../lambda/function-log.ts';
import type { FunctionSettings } from '../lambda/function-settings.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import type { IamEnforcer } from '../iam/iam-enforcer.ts';
import { enforceEndpoints } from '../iam/enforced-endpoints.ts';
import { enforceFunctions } from '../iam/enforced-functions.ts';
import type { EnforcedFunctions } from '../iam/enforced-functions.ts';
import { startFunctionCallers } from './function-callers.ts';
import { isLastPart, readRestApis, buildOriginRewriter } from './rest-apis.ts';
import type { LocalApi } from './rest-apis.ts';
import type { Scheduler } from '../schedules/scheduler.ts';
import { rotateNewSecrets } from '../secrets/secrets.ts';
import { startServices } from './local-services.ts';
import type { LocalServices } from './local-services.ts';
import { buildDataPath, URL_NAMES } from './start-options.ts';
import type { LocalUrls, StackOutputs, StartOptions } from './start-options.ts';
import { MAPPING_TYPES, startEventSources } from '../streams/event-sources.ts';
import {
  buildEndpoints,
  readFunctions,
  refuseMissingFunctions,
  listFunctionNames,
  listSharedFunctions,
  startTemplateFunctions,
  addOwnCredentials,
} from './template-functions.ts';

export interface LocalDeployment {
  readonly urls: LocalUrls;
  /** By the API's name. */
  readonly origins: Record<string, string>;
  readonly outputs: StackOutputs;
  readonly functions: Pick<FunctionRunner, 'names' | 'invoke' | 'cool' | 'workers'>;
  /** Of DynamoDB. */
  readonly endpoint: string;
  /** Of SQS. */
  readonly queueEndpoint: string;
  /** Of EventBridge. */
  readonly busEndpoint: string;
  /** Of S3; absent where the template has no bucket. */
  readonly s3Endpoint: string | undefined;
  readonly stepFunctionsEndpoint: string;
  /** Of Secrets Manager. */
  readonly secretsEndpoint: string;
  readonly scheduler: Pick<Scheduler, 'endpoint' | 'groups' | 'callDue'>;
  /** Decides whether a function may make a call; absent when roles are not enforced. */
  readonly enforcer: IamEnforcer | undefined;
  /** Resolves with a sentence when the engine ends without `stop`. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

export async function startLocal(options: StartOptions): Promise<LocalDeployment> {
  const stops: (() => Promise<void>)[] = [];
  // To the end, also when one of them fails: what it leaves would keep this process from ending.
  const stop = async () => {
    const faults: unknown[] = [];
    for (const one of stops.splice(0).toReversed()) {
      await one().catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
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
): Promise<LocalDeployment> {
  const deployment = readDeployment(options.assembly, options.parameters);
  const held = new HeldPorts();
  stops.push(held.release);
  const apis = await readRestApis(deployment, options.ports ?? {}, held);
  const localize = buildOriginRewriter(apis);
  const settings = readFunctions(deployment, localize);
  refuseMissingFunctions(apis, settings);

  const services = await startServices(deployment, options, stops);
  const { engine, secrets, queues, buses, stepFunctions, scheduler, s3, enforcement } = services;
  const parts = { deployment, settings, services, options };
  const enforced = await startFunctions(parts, stops);
  const { functions, fed } = enforced;
  if (options.warm) listSharedFunctions(apis).forEach(functions.warm);
  const created = {
    endpoint: engine.endpoint,
    outputs: localizeOutputs(deployment, localize),
    urls: buildUrls(apis),
  };
  const prepared = Promise.all([
    rotateNewSecrets(deployment, secrets, functions),
    options.prepare?.(created),
  ]);
  // Awaited below, unless another part fails first.
  prepared.catch(() => undefined);
  startFunctionCallers({ deployment, services, options, functions: enforced }, stops);
  stops.push((await startStreams(parts, fed)).stop);
  await prepared;
  await Promise.all([options.releasePorts?.(), held.release()]);
  await startGateways(apis, functions, options, stops);
  return {
    ...created,
    origins: Object.fromEntries(apis.map(({ settings: { name, origin } }) => [name, origin])),
    functions,
    queueEndpoint: queues.endpoint,
    busEndpoint: buses.endpoint,
    s3Endpoint: s3?.endpoint,
    stepFunctionsEndpoint: stepFunctions.endpoint,
    secretsEndpoint: secrets.endpoint,
    scheduler,
    enforcer: enforcement?.enforcer,
    broken: describeEngineExit(engine, () => stops.length === 0),
    stop,
  };
}

async function startGateways(
  apis: readonly LocalApi[],
  functions: FunctionRunner,
  options: StartOptions,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { log = () => undefined } = options;
  const accessLog = openFunctionLog({ folder: buildDataPath(options, 'log'), warn: log });
  stops.push(async () => accessLog.close());
  for (const { settings: api, port } of apis) {
    const { name = api.name } = api.accessLog ?? {};
    const writeAccess = (line: string) => accessLog.write(name, [line]);
    const gateway = await startGateway({
      api,
      port,
      functions,
      log,
      writeAccess,
      timeoutFactor: options.timeoutFactor,
    });
    stops.push(gateway.stop);
    const served = api.definition.routes.targets().flatMap(listFunctionNames);
    log(`API ${api.name}: ${served.length} routes at ${api.origin}`);
  }
}

interface StartParts {
  readonly deployment: Deployment;
  readonly settings: FunctionSettings[];
  readonly services: LocalServices;
  readonly options: StartOptions;
}

async function startFunctions(
  { deployment, settings, services, options }: StartParts,
  stops: (() => Promise<void>)[],
): Promise<EnforcedFunctions> {
  const { enforcement } = services;
  const { between } = options;
  const addresses = buildEndpoints(services);
  const endpoints = (await between?.endpoints(addresses)) ?? addresses;
  const environment = await enforceEndpoints(endpoints, enforcement, stops);
  const known = enforcement ? addOwnCredentials(settings) : settings;
  const functions = startTemplateFunctions(known, environment, options);
  stops.push(functions.stop);
  return enforceFunctions(between?.functions(functions) ?? functions, deployment, enforcement);
}

function startStreams({ deployment, services, options }: StartParts, functions: FunctionRunner) {
  const { log = () => undefined } = options;
  return startEventSources({
    mappings: options.streams === false ? [] : deployment.ofType(...MAPPING_TYPES),
    endpoint: services.engine.endpoint,
    functions,
    queues: services.queues,
    folder: buildDataPath(options, 'streams'),
    log,
  });
}

function buildUrls(apis: LocalApi[]): LocalUrls {
  const entries = Object.entries(URL_NAMES).flatMap(([part, url]) => {
    const api = apis.find(({ settings: { name } }) => isLastPart(part, name));
    return api ? [[url, api.settings.origin] as const] : [];
  });
  return Object.fromEntries(entries);
}

function localizeOutputs(deployment: Deployment, localize: (text: string) => string): StackOutputs {
  const entries = Object.entries(deployment.outputs());
  const localized = entries.map(([name, value]): [string, Json] => [
    name,
    typeof value === 'string' ? localize(value) : value,
  ]);
  return Object.fromEntries(localized);
}

async function describeEngineExit(engine: Engine, stopped: () => boolean): Promise<string> {
  const sentence = await engine.exited;
  return stopped() ? new Promise<string>(() => undefined) : sentence;
}
