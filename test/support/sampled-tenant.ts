// A tenant of the running product whose operators call operations by name, on good samples.
import { expect } from '@jest/globals';
import { operations, permissionsOf, routeOf } from '../../functions/operations/operations.ts';
import type { OperationName, Permission } from '../../functions/operations/operations.ts';
import { worldOf } from '../../tools/samples/sample.ts';
import type { SampleRequest, World } from '../../tools/samples/sample.ts';
import { expectContract } from './contract.ts';
import type { Answer, Stack } from './stack.ts';

export interface SampledTenant {
  readonly world: World;
  /** Calls as one who may; whatever is answered is held against the contract. */
  send(name: OperationName, request?: SampleRequest, key?: string): Promise<Answer>;
}

const ROLES: Readonly<Record<Permission, string>> = {
  'finance.read': 'reader',
  'finance.write': 'maker',
  'finance.approve': 'checker',
  'configuration.write': 'configurator',
  'compliance.operate': 'compliance',
  'audit.read': 'auditor',
};

export function sampledTenant(stack: Stack, tenant: string): SampledTenant {
  const send: SampledTenant['send'] = async (name, request = {}, key) => {
    const { path = {}, query = {}, body } = request;
    const route = routeOf(operations[name]);
    const concrete = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      encodeURIComponent(path[parameter] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const [permission = 'finance.read'] = permissionsOf(operations[name]);
    const answer = await stack.request(route.method, `${concrete}${search && `?${search}`}`, {
      api: operations[name].api,
      // Who approves is another than who asks.
      token: await stack.token({
        tenant_id: tenant,
        sub: `${ROLES[permission]}@${tenant}`,
        scope: permission,
      }),
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });
    expectContract(name, { ...answer, headers: Object.fromEntries(answer.headers) });
    return answer;
  };
  const world = worldOf(async (name, request) => {
    const answer = await send(name, request);
    expect({ name, body: answer.body, status: answer.status }).toMatchObject({
      status: operations[name].success,
    });
    return answer.body as unknown;
  }, 'sample');
  return { world, send };
}
