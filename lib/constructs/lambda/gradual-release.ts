// New code of a function gets a tenth of its requests for five minutes, and then all of them if no alarm has gone off;
// otherwise CodeDeploy gives them back to the old code, and the deployment is rolled back (ADR 120).
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnDeploymentGroup, LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { CfnAlias, Function, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { CANARY_ALARM, CANARY_OPERATIONS } from './canary.ts';
import { buildAllowStatement } from '../allow-statement.ts';

/** The alias that the API calls; its name is part of the address, so it stays. */
const ALIAS = 'live';

const SHIFT = 'CodeDeployDefault.LambdaCanary10Percent5Minutes';

/** What the gradual releases of a stack's functions share. */
export class GradualRelease extends Construct {
  readonly application: LambdaApplication;
  readonly role: Role;
  readonly stage: Stage;

  constructor(scope: Construct, stage: Stage) {
    super(scope, 'Release');
    this.stage = stage;
    this.application = new LambdaApplication(this, 'Application');
    const arn = (service: string, resource: string, resourceName: string) =>
      Stack.of(this).formatArn({
        service,
        resource,
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const own = `${stage.name}-*`;
    const shifting = [
      'lambda:GetAlias',
      'lambda:UpdateAlias',
      'lambda:GetProvisionedConcurrencyConfig',
    ];
    // The managed policy of AWS permits the same for every function of the account. Alarms can be read only by a role that
    // may read them all, and CodeDeploy continues without those that it cannot read.
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [
            buildAllowStatement(shifting, [arn('lambda', 'function', own)]),
            buildAllowStatement(['cloudwatch:DescribeAlarms'], [arn('cloudwatch', 'alarm', '*')]),
          ],
        }),
      },
    });
    for (const resource of [
      `lambda:<AWS::Region>:<AWS::AccountId>:function:${own}`,
      'cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*',
    ]) {
      acknowledge(
        this.role,
        PLACED_RULES.namesByStart,
        `Resource::arn:<AWS::Partition>:${resource}`,
      );
    }
  }
}

/** Puts the function of an operation behind an alias, whose requests CodeDeploy shifts to each new version. */
export function shiftTraffic(
  handler: Function,
  { application, role, stage }: GradualRelease,
  operation: string,
): IFunction {
  const scope = handler.node.scope ?? handler;
  const alias = new Alias(scope, 'Live', { aliasName: ALIAS, version: handler.currentVersion });
  const group = new CfnDeploymentGroup(scope, 'Release', {
    applicationName: application.applicationName,
    serviceRoleArn: role.roleArn,
    deploymentConfigName: SHIFT,
    deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
    autoRollbackConfiguration: {
      enabled: true,
      events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
    alarmConfiguration: {
      enabled: true,
      alarms: listAlarms(stage, operation).map((name) => ({ name: `${stage.name}-${name}` })),
      // The alarm of an operation is made after its function: at its first deployment there is none yet.
      ignorePollAlarmFailure: true,
    },
  });
  (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
    codeDeployLambdaAliasUpdate: {
      applicationName: application.applicationName,
      deploymentGroupName: group.ref,
    },
  };
  return alias;
}

// The canary calls only some of them, and its alarm would hold up releases that it cannot judge.
function listAlarms({ canary }: Stage, operation: string): string[] {
  const isGate = canary === 'gates' && CANARY_OPERATIONS.includes(operation);
  return [operation, ...(isGate ? [CANARY_ALARM] : [])];
}
