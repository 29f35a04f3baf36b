import {
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { IssuerConfiguration } from '../../config/stage-settings.ts';
import type { Stage } from '../../config/stages.ts';
import { ApiDomain } from './api-domain.ts';
import { buildAccessLogFormat } from './access-log-format.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { buildGatewayDocument } from './gateway-document.ts';
import type { OpenApiDocument } from './gateway-document.ts';
import { TenantLimits } from './tenant-limits.ts';
import { ReferenceFunction } from '../reference/reference-function.ts';

export interface RestApiProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
  readonly document: OpenApiDocument;
  /** The function of each operation, by operationId. */
  readonly functions: ReadonlyMap<string, IFunction>;
  /** The authorizer; absent if every operation is public. */
  readonly authorizer?: IFunction;
  /** The issuers whose tokens the authorizer accepts. */
  readonly issuers: readonly IssuerConfiguration[];
  /** The origin of the console, if its pages call this API. */
  readonly consoleOrigin?: string | undefined;
  /** The origin of the console, if its pages read what the gateway itself answers; `consoleOrigin` by default. */
  readonly refusalsOrigin?: string | undefined;
}

/** The domain that each API has, by its name. */
const DOMAINS = { ledger: 'ledger', workbench: 'workbench', identity: 'auth' } as const;

/** A REST API built from its OpenAPI document, so that the published contract is the deployed API. */
export class RestApi extends Construct {
  readonly api: SpecRestApi;
  /** Where callers reach it, with a slash at the end. */
  readonly url: string;
  readonly permissions: readonly CfnPermission[];

  constructor(scope: Construct, name: keyof typeof DOMAINS, props: RestApiProps) {
    super(scope, name);
    const { stage, key, document, functions, authorizer, consoleOrigin, refusalsOrigin } = props;
    const reference = new ReferenceFunction(this, name, props).function;
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: stage.dataRemoval,
    });
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: `${stage.name}-${name}`,
      apiDefinition: ApiDefinition.fromInline(
        buildGatewayDocument(this, document, {
          functions,
          authorizer,
          reference,
          consoleOrigin,
          refusalsOrigin,
          hasTenantLimits: stage.tenantLimits === 'applied',
        }),
      ),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName: stage.name,
        tracingEnabled: true,
        metricsEnabled: true,
        // API Gateway makes the group of its execution log itself, without retention and key; the access log has the errors.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: buildAccessLogFormat(authorizer !== undefined),
        throttlingRateLimit: stage.throttle.requestsPerSecond,
        throttlingBurstLimit: stage.throttle.burst,
      },
    });
    this.permissions = this.#permitInvocation([
      ...functions.values(),
      ...(authorizer ? [authorizer] : []),
      reference,
    ]);
    if (authorizer) new TenantLimits(this.api, stage);
    this.#guard(stage);
    const domain = stage.domain[DOMAINS[name]];
    this.url = domain === undefined ? this.api.url : new ApiDomain(this.api, domain, stage).url;
  }

  #permitInvocation(functions: readonly IFunction[]): CfnPermission[] {
    return [...new Set(functions)].map((handler) => {
      const name = handler.node.path.split('/').slice(-2, -1)[0];
      return new CfnPermission(this, `Invoke-${name}`, {
        action: 'lambda:InvokeFunction',
        functionName: handler.functionArn,
        principal: 'apigateway.amazonaws.com',
        sourceArn: `${this.api.arnForExecuteApi().replace(/\/\*\/\*\/\*$/, '')}/*`,
      });
    });
  }

  #guard({ webAcl }: Stage): void {
    if (webAcl === undefined) {
      acknowledge(this, PLACED_RULES.ownWebAcl);
      return;
    }
    new CfnWebACLAssociation(this, 'WebAcl', {
      resourceArn: this.api.deploymentStage.stageArn,
      webAclArn: webAcl,
    });
  }
}
