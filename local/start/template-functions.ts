// Reads the template's functions and starts their workers.
import { join } from 'node:path';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { ApiOperation } from '../gateway/api-definition.ts';
import { openFunctionLog } from '../lambda/function-log.ts';
import { readFunctionSettings } from '../lambda/function-settings.ts';
import type { FunctionSettings } from '../lambda/function-settings.ts';
import { COMPILED_FOLDER } from '../cloudformation/assembly-cache.ts';
import { startFunctions } from '../lambda/functions.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import type { LocalApi } from './rest-apis.ts';
import type { LocalServices } from './local-services.ts';
import { buildDataPath } from './start-options.ts';
import type { StartOptions } from './start-options.ts';

// Nothing listens at this address: a call to a service that has no local counterpart fails instead of
// reaching AWS.
const UNREACHABLE_ENDPOINT = 'http://127.0.0.1:1';

/** Reads the settings of the template's functions, with the origins of this machine. */
export function readFunctions(deployment: Deployment, localize: (text: string) => string) {
  return deployment.ofType('AWS::Lambda::Function').map((resource) => {
    const settings = readFunctionSettings(resource);
    const entries = Object.entries(settings.environment);
    const environment = entries.map(([name, value]) => [name, localize(value)] as const);
    return { ...settings, environment: Object.fromEntries(environment) };
  });
}

/** Throws when a route leads to a function that the template does not have. */
export function refuseMissingFunctions(apis: LocalApi[], settings: FunctionSettings[]) {
  const names = new Set(settings.map(({ name }) => name));
  for (const { settings: api } of apis) {
    for (const operation of api.definition.routes.targets()) {
      const { authorizer, resourcePath } = operation;
      const missing = [...listFunctionNames(operation), authorizer?.functionName].find(
        (name) => name && !names.has(name),
      );
      if (missing) throw new Error(`${api.name} ${resourcePath}: there is no function ${missing}.`);
    }
  }
}

/** Lists the authorizers and the functions that serve several routes, such as the identity service. */
export function listSharedFunctions(apis: LocalApi[]): string[] {
  const targets = apis.flatMap(({ settings }) => settings.definition.routes.targets());
  const authorizers = targets.flatMap(({ authorizer }) => authorizer?.functionName ?? []);
  const served = targets.flatMap(listFunctionNames);
  const ofMany = served.filter((name, index) => served.indexOf(name, index + 1) > index);
  return [...new Set([...authorizers, ...ofMany])];
}

/** The function that serves a route; none if the gateway answers it. */
export function listFunctionNames({ integration }: ApiOperation): string[] {
  return integration.type === 'AWS_PROXY' ? [integration.functionName] : [];
}

/** Builds the variables with the addresses of the services for the functions. */
export function buildEndpoints(services: LocalServices) {
  const { engine, secrets, keys, tokens, queues, buses, stepFunctions, s3 } = services;
  return {
    AWS_ENDPOINT_URL: UNREACHABLE_ENDPOINT,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: engine.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: buses.endpoint,
    AWS_ENDPOINT_URL_KMS: keys.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    AWS_ENDPOINT_URL_SFN: stepFunctions.endpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_STS: tokens.endpoint,
    AWS_ENDPOINT_URL_S3: s3?.endpoint ?? UNREACHABLE_ENDPOINT,
  };
}

/** Gives each function its own access key id, which identifies its calls. */
export function addOwnCredentials(settings: FunctionSettings[]): FunctionSettings[] {
  return settings.map((one) => ({
    ...one,
    environment: { ...one.environment, AWS_ACCESS_KEY_ID: one.name },
  }));
}

export function startTemplateFunctions(
  settings: FunctionSettings[],
  environment: Record<string, string>,
  options: StartOptions,
): FunctionRunner {
  const { verbose, limits, timeoutFactor, log = () => undefined } = options;
  const given = { ...environment, ...options.environment };
  const logFolder = buildDataPath(options, 'log');
  log(`Functions: ${settings.length}${logFolder ? `, their output in ${logFolder}` : ''}`);
  return startFunctions({
    settings,
    environment: given,
    log: openFunctionLog({ folder: logFolder, alsoTo: verbose ? log : undefined, warn: log }),
    compiled: join(options.assembly, COMPILED_FOLDER),
    limits,
    timeoutFactor,
  });
}
