// A proxy that passes on only the calls that the caller's role grants. Callers that are not functions of
// the template, such as the administration command, are not checked.
import type { JsonObject } from '../cloudformation/template.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { buildJsonAnswer, readBody, startProxy } from '../http/proxy.ts';
import type { ProxiedRequest, ProxyStage } from '../http/proxy.ts';

/** Returns why a call is denied, or undefined if it is allowed. */
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

// Names the caller to the service, because the rewritten signature no longer does.
const CALLER_HEADER = 'x-countinghouse-caller';

/** The function that asked, where roles are enforced; otherwise empty. */
export function readCaller({ headers }: Pick<ProxiedRequest, 'headers'>): string {
  return String(headers[CALLER_HEADER] ?? '');
}

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

// Some engines separate tables by access key id, so all calls must use the same one. No engine verifies
// the signature.
function signAsOwner(authorization = ''): string {
  return authorization.replace(/\bCredential=[^/]+/, 'Credential=local');
}
