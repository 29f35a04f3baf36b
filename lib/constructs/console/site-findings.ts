// Why rules of cdk-nag do not fit a site of public files.
import { Validations } from 'aws-cdk-lib';
import type { CfnElement, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

interface SiteParts {
  readonly distribution: IConstruct;
  readonly bucket: IConstruct;
}

const DISTRIBUTION_REASONS: Readonly<Record<string, string>> = {
  'AwsSolutions-CFR1':
    'Operators travel; the sign-in decides who may use the console, not the country.',
  'AwsSolutions-CFR2':
    'The files are public and static, so a firewall has nothing to guard; the APIs throttle and authorize.',
  'AwsSolutions-CFR3':
    'Who loads a public file says nothing; the access logs of the APIs show what operators do.',
  'AwsSolutions-CFR4':
    'The minimum is TLS 1.2 with a certificate of your own; the default domain of CloudFront takes none.',
};

const DEPLOYMENT_REASON =
  'The provider of CDK that copies the files into the bucket at a deployment; it runs at no other time.';

/** The function that CDK adds to a stack that deploys files, with its role. */
const DEPLOYMENT_FINDINGS = [
  'L1',
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
  ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
    (action) => `IAM5[Action::s3:${action}]`,
  ),
  'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
];

export function acknowledgeSiteFindings(stack: Stack, { distribution, bucket }: SiteParts): void {
  for (const [id, reason] of Object.entries(DISTRIBUTION_REASONS)) {
    Validations.of(distribution).acknowledge({ id, reason });
  }
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'The files are public; what changes them is in the trail of deployments.',
  });
  const files = `IAM5[Resource::<${stack.getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>/*]`;
  for (const finding of [...DEPLOYMENT_FINDINGS, files]) {
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-${finding}`,
      reason: DEPLOYMENT_REASON,
    });
  }
}
