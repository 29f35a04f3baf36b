// The limits of requests of API Gateway's usage plans, by API key.
import type { Deployment } from '../../cloudformation/deployment.ts';
import { isObject } from '../../cloudformation/template.ts';
import { TokenBucket } from './token-bucket.ts';

/** The limits of one API: the buckets of its keys, by the values of the keys. */
export type ApiLimits = ReadonlyMap<string, TokenBucket>;

/** Reads the keys that may call the API, with what their usage plan allows each of them. */
export function readApiLimits(deployment: Deployment, apiId: string): ApiLimits {
  const plans = deployment.ofType('AWS::ApiGateway::UsagePlan').filter(({ properties }) => {
    const { ApiStages: stages } = properties;
    return Array.isArray(stages) && stages.some((one) => isObject(one) && one.ApiId === apiId);
  });
  const keys = deployment.ofType('AWS::ApiGateway::ApiKey');
  const members = deployment.ofType('AWS::ApiGateway::UsagePlanKey');
  const limits = members.flatMap(({ properties }): [string, TokenBucket][] => {
    const plan = plans.find(({ ref }) => ref === properties.UsagePlanId);
    const key = keys.find(({ ref }) => ref === properties.KeyId);
    if (!plan || !key || key.properties.Enabled !== true) return [];
    const throttle = isObject(plan.properties.Throttle) ? plan.properties.Throttle : {};
    const bucket = new TokenBucket(Number(throttle.RateLimit), Number(throttle.BurstLimit));
    return [[String(key.properties.Value), bucket]];
  });
  return new Map(limits);
}
