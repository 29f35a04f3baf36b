import { Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { allow } from './lambda-function.ts';

const ACTIONS = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogGroups',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
  'logs:GetLogEvents',
  'logs:FilterLogEvents',
];

/** Lets API Gateway write logs: a setting of the whole account, without which no API may log. */
export class GatewayLogging extends Construct {
  constructor(scope: Construct) {
    super(scope, 'GatewayLogging');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Logs: new PolicyDocument({ statements: [allow(ACTIONS, ['*'])] }) },
    });
    new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'API Gateway names the log groups of execution logs itself, after the API and stage.',
    });
  }
}
