// What requests pass before a function in the synthesized templates: the web ACL, and the limits of tenants.
import { beforeAll, expect, test } from '@jest/globals';
import { SHARED_LIMITS } from '../../../functions/authorizer/tenant-limits.ts';
import type { StageSettings } from '../../../lib/config/stage-settings.ts';
import { readStage } from '../../../lib/config/stages.ts';
import { OWN_LIMITS, synthesizeTemplates, WEB_ACL } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

const stageOf = (tenants: unknown) => readStage('production', { tenants } as StageSettings);

test.each(['ledger', 'workbench'])('the %s has its shared limits and those of tenants', (stack) => {
  const plans = templates.ofType('AWS::ApiGateway::UsagePlan', stack);
  const keys = templates.ofType('AWS::ApiGateway::ApiKey', stack);
  const members = templates.ofType('AWS::ApiGateway::UsagePlanKey', stack);

  expect(plans.map(({ Properties }) => Properties.Throttle)).toEqual([
    { RateLimit: 200, BurstLimit: 400 },
    { RateLimit: OWN_LIMITS.aurora.requestsPerSecond, BurstLimit: OWN_LIMITS.aurora.burst },
    { RateLimit: OWN_LIMITS.borealis.requestsPerSecond, BurstLimit: OWN_LIMITS.borealis.burst },
  ]);
  expect(keys).toHaveLength(SHARED_LIMITS + 2);
  expect(new Set(keys.map(({ Properties }) => JSON.stringify(Properties.Value))).size).toBe(
    keys.length,
  );
  expect(members).toHaveLength(keys.length);
});

// API Gateway answers 409 to a key that joins a plan while another one does, and CloudFormation does not try again.
test.each(['ledger', 'workbench'])(
  'the %s makes its plans and keys one after the other',
  (stack) => {
    const resources = templates.files.get(`countinghouse-production-${stack}.template.json`) ?? {};
    const ids = (type: string) =>
      Object.keys(resources).filter((id) => resources[id]?.Type === `AWS::ApiGateway::${type}`);
    const collect = (id: string, known = new Set<string>()): Set<string> => {
      const { DependsOn = [], Properties } = resources[id] ?? {};
      const refs = JSON.stringify(Properties ?? {}).matchAll(/"Ref":"(\w+)"/g);
      for (const needed of [DependsOn, [...refs].map(([, ref = '']) => ref)].flat(2)) {
        if (!known.has(needed)) collect(needed, known.add(needed));
      }
      return known;
    };
    const members = ids('UsagePlanKey');
    const countBefore = (id: string) => members.filter((one) => collect(id).has(one)).length;
    const order = members.map((_, index) => index);

    expect(members.map(countBefore).toSorted((one, other) => one - other)).toEqual(order);
    expect(new Set(ids('ApiKey').map(countBefore)).size).toBe(members.length);
    expect(new Set(ids('UsagePlan').map(countBefore)).size).toBe(ids('UsagePlan').length);
  },
);

test('every operation with a caller counts, and the pages of an API do not', () => {
  const apis = templates.ofType('AWS::ApiGateway::RestApi').map(({ Properties }) => Properties);
  const limited = apis.filter(({ Body }) => Body['x-amazon-apigateway-api-key-source']);

  expect(limited.map(({ Name }) => Name)).toEqual(['production-ledger', 'production-workbench']);
  for (const { Body } of limited) {
    const methods = Object.values<Record<string, { operationId?: string; security?: unknown }>>(
      Body.paths,
    ).flatMap((path) => Object.values(path));
    const [counted, open] = [true, false].map((isNamed) =>
      methods.filter(({ operationId }) => (operationId !== undefined) === isNamed),
    );
    expect(counted?.length).toBeGreaterThan(3);
    for (const { security } of counted ?? []) {
      expect(security).toEqual([{ bearer: [] }, { api_key: [] }]);
    }
    expect(JSON.stringify(open)).not.toContain('api_key');
  }
});

// The authorizer is deployed before the keys of the workbench, so that until then it must not name one.
test('the limit of a tenant can be prepared in both APIs before the authorizer names it', () => {
  const [authorizer] = templates
    .ofType('AWS::Lambda::Function')
    .filter(({ Properties }) => Properties.FunctionName === 'production-authorize');

  expect(authorizer?.Properties.Environment.Variables.TENANTS_WITH_OWN_LIMIT).toBe('aurora');
});

test('a stage can prepare its limits before it applies them', () => {
  expect(stageOf(undefined).tenantLimits).toBe('applied');
  expect(stageOf({ limits: 'prepared' }).tenantLimits).toBe('prepared');
  expect(() => stageOf({ limits: 'off' })).toThrow('applied or prepared');
});

test.each([
  { aurora: { requestsPerSecond: 10 } },
  { aurora: { requestsPerSecond: 0, burst: 1 } },
  { aurora: { requestsPerSecond: 1, burst: 1.5 } },
  { aurora: { requestsPerSecond: 1, burst: 1, quota: 5 } },
])('refuses the limit %j', (ownLimits) => {
  expect(() => stageOf({ ownLimits })).toThrow(
    'tenants.ownLimits: aurora needs requestsPerSecond and burst',
  );
});

test('the web ACL of the stage guards every API', () => {
  const guarded = templates
    .ofType('AWS::WAFv2::WebACLAssociation')
    .map(({ Properties }) => Properties);
  const deployed = templates
    .ofType('AWS::ApiGateway::Stage')
    .map(({ Properties }) => Properties.RestApiId.Ref);

  expect(guarded.map(({ WebACLArn }) => WebACLArn)).toEqual(deployed.map(() => WEB_ACL));
  const resources = JSON.stringify(guarded.map(({ ResourceArn }) => ResourceArn));
  for (const api of deployed) expect(resources).toContain(api);
});
