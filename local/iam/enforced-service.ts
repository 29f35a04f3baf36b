// Stands in front of a service and lets through what the caller's role grants. Callers that are no
// function of the template, such as the administration command, pass unchecked.
import type { JsonObject } from '../cloudformation/template.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { buildJsonAnswer, readBody, startProxy } from '../http/proxy.ts';
import type { ProxyStage } from '../http/proxy.ts';

/** Why the call may not be made; undefined when it may. */
export type DenialCheck = (
  caller: string,
  target: string,
  input: () => JsonObject,
) => string | undefined;

export async function startEnforcedService(
  service: string,
  denial: DenialCheck,
): Promise<Endpoint> {
  const address = new URL(service);
  if (address.protocol !== 'http:') {
    throw new Error(`Roles cannot be enforced in front of ${service}.`);
  }
  return startProxy(() => address, buildEnforcement(denial));
}

/** Passes the caller on to the service, because the signature no longer does. */
export const CALLER_HEADER = 'x-countinghouse-caller';

/** The access key id that a request is signed with. */
export function readSigner(authorization: string | undefined): string {
  return /\bCredential=([^/,\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
}

function buildEnforcement(denial: DenialCheck): ProxyStage {
  return async (request, service) => {
    const body = await readBody(request);
    const caller = readSigner(request.headers.authorization);
    const target = String(request.headers['x-amz-target']);
    const message = denial(caller, target, () => JSON.parse(body.toString()));
    if (message !== undefined) {
      return buildJsonAnswer(400, { __type: 'AccessDeniedException', message });
    }
    const authorization = signAsOwner(request.headers.authorization);
    const headers = { ...request.headers, authorization, [CALLER_HEADER]: caller };
    return service.pass({ ...request, headers, body });
  };
}

// Some engines keep the tables of each access key id apart, and none looks at the signature.
function signAsOwner(authorization = ''): string {
  return authorization.replace(/\bCredential=[^/]+/, 'Credential=local');
}
