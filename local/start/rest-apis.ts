// The template's REST APIs with their origins on this machine.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import type { HeldPorts } from '../http/held-ports.ts';
import { readApiDefinition } from '../gateway/api-definition.ts';
import { readAccessLog } from '../gateway/logging/access-log.ts';
import { readApiLimits } from '../gateway/limits/usage-plans.ts';
import type { ApiSettings } from '../gateway/api-definition.ts';

export interface LocalApi {
  readonly settings: ApiSettings;
  readonly port: number;
}

/** Ports by API: by its name, the last part of its name (`ledger` of `dev-ledger`) or its logical id. */
export type PortsByApi = Record<string, number>;

/** An API for which no port is given gets a free one, which is held. */
export async function readRestApis(
  deployment: Deployment,
  ports: PortsByApi,
  held: Pick<HeldPorts, 'chooseFree'>,
): Promise<LocalApi[]> {
  const stages = deployment.ofType('AWS::ApiGateway::Stage');
  const apis = deployment.ofType('AWS::ApiGateway::RestApi');
  return Promise.all(
    apis.map(async (api) => {
      const port = findPort(api, ports) ?? (await held.chooseFree());
      const stage = stages.find(({ properties }) => properties.RestApiId === api.ref);
      if (!stage) throw new Error(`The API ${readApiName(api)} has no stage.`);
      const limits = readApiLimits(deployment, api.ref);
      return { settings: { ...buildSettings(api, stage, port), limits }, port };
    }),
  );
}

function buildSettings(
  api: DeployedResource,
  stage: DeployedResource,
  port: number,
): Omit<ApiSettings, 'limits'> {
  const { ref: id, account, region, properties } = api;
  return {
    id,
    name: readApiName(api),
    stage: stage.ref,
    account,
    region,
    origin: `http://localhost:${port}`,
    domainName: `localhost:${port}`,
    definition: readApiDefinition(properties),
    accessLog: readAccessLog(stage.properties, `access-${readApiName(api)}`),
  };
}

function readApiName({ properties, logicalId }: DeployedResource): string {
  return typeof properties.Name === 'string' ? properties.Name : logicalId;
}

function findPort(api: DeployedResource, ports: PortsByApi): number | undefined {
  const name = readApiName(api);
  const entry = Object.entries(ports).find(
    ([key]) => key === name || key === api.logicalId || isLastPart(key, name),
  );
  return entry?.[1];
}

/** Whether the part is the last of the name, as `ledger` of `dev-ledger`. */
export function isLastPart(part: string, name: string): boolean {
  return name === part || name.endsWith(`-${part}`);
}

/** Replaces each `https://<api>.execute-api.<region>.../<stage>` of the template by the local origin. */
export function buildOriginRewriter(apis: LocalApi[]): (text: string) => string {
  const origins = new Map(
    apis.map(({ settings: { id, stage, origin } }) => [`${id}/${stage}`, origin]),
  );
  const url = /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.[a-z.]+\/([\w-]+)(\/(?![\w.]))?/gi;
  return (text) =>
    text.replaceAll(
      url,
      (whole, id: string, stage: string) => origins.get(`${id}/${stage}`) ?? whole,
    );
}
