import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { buildAllowStatement } from '../allow-statement.ts';

const ACTIONS = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogGroups',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
  'logs:GetLogEvents',
  'logs:FilterLogEvents',
];

/** Lets API Gateway write logs. This is a setting of the AWS account: without it, no API can log. */
export class GatewayLogging extends Construct {
  constructor(scope: Construct) {
    super(scope, 'GatewayLogging');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Logs: new PolicyDocument({ statements: [buildAllowStatement(ACTIONS, ['*'])] }),
      },
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // Other stages in the account use the same setting, so their logs must survive this stage's deletion.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    acknowledge(role, PLACED_RULES.logsOfEveryApi);
  }
}
