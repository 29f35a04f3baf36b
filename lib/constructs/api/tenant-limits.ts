import type { CfnResource } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import {
  buildOwnKey,
  buildSharedKey,
  SHARED_LIMITS,
} from '../../../functions/authorizer/tenant-limits.ts';
import type { RequestLimit } from '../../config/limits.ts';
import type { Stage } from '../../config/stages.ts';

/** The limits of requests per tenant of one API, which the authorizer chooses among (ADR 116). */
export class TenantLimits extends Construct {
  readonly #api: SpecRestApi;
  #last: CfnUsagePlanKey | undefined;

  constructor(api: SpecRestApi, { tenantLimit, ownLimits }: Stage) {
    super(api, 'TenantLimits');
    this.#api = api;
    const id = api.restApiId;
    const shared = this.#plan('Shared', tenantLimit);
    for (let index = 0; index < SHARED_LIMITS; index += 1) {
      this.#add(shared, `Shared${index}`, buildSharedKey(id, index));
    }
    for (const [tenant, limit] of Object.entries(ownLimits)) {
      this.#add(this.#plan(`Own-${tenant}`, limit), `Tenant-${tenant}`, buildOwnKey(id, tenant));
    }
  }

  #plan(id: string, { requestsPerSecond, burst }: RequestLimit): CfnUsagePlan {
    const plan = new CfnUsagePlan(this, id, {
      apiStages: [{ apiId: this.#api.restApiId, stage: this.#api.deploymentStage.stageName }],
      throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
    });
    return this.#follow(plan);
  }

  #add(plan: CfnUsagePlan, name: string, value: string): void {
    const key = this.#follow(new CfnApiKey(this, name, { enabled: true, value }));
    this.#last = new CfnUsagePlanKey(this, `${name}-Plan`, {
      keyId: key.ref,
      keyType: 'API_KEY',
      usagePlanId: plan.ref,
    });
  }

  // One after the other: API Gateway refuses a key that joins a plan while another one does, and the deployment fails.
  #follow<Limit extends CfnResource>(next: Limit): Limit {
    if (this.#last) next.addResourceDependency(this.#last);
    return next;
  }
}
