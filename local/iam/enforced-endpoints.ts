import type { RoleEnforcement } from './role-enforcement.ts';
import { startEnforcedService } from './enforced-service.ts';

const ENDPOINT_VARIABLE = /^AWS_ENDPOINT_URL_(?!(?:S3|STS)$)/;

/**
 * Puts a proxy that enforces roles in front of each endpoint. The local S3 enforces them itself, because
 * signatures of S3 cover the address, and so does the service that issues credentials.
 */
export async function enforceEndpoints(
  environment: Record<string, string>,
  enforcement: RoleEnforcement | undefined,
  stops: (() => Promise<void>)[],
): Promise<Record<string, string>> {
  if (!enforcement) return environment;
  const doors = new Map<string, string>();
  for (const [name, url] of Object.entries(environment)) {
    if (!ENDPOINT_VARIABLE.test(name) || doors.has(url)) continue;
    const service = await startEnforcedService(url, enforcement.denialOfCall);
    stops.push(service.stop);
    doors.set(url, service.endpoint);
  }
  const entries = Object.entries(environment).map(([name, url]) => {
    const door = ENDPOINT_VARIABLE.test(name) ? doors.get(url) : undefined;
    return [name, door ?? url] as const;
  });
  return Object.fromEntries(entries);
}
