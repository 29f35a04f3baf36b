import type { CfnElement, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { acknowledge } from '../findings/acknowledge.ts';
import { BUCKET_RULES } from '../findings/acknowledged-rules.ts';
import { DEPLOYMENT_RULES, DISTRIBUTION_RULES } from '../findings/site-rules.ts';

interface SiteParts {
  readonly distribution: IConstruct;
  readonly bucket: IConstruct;
}

const MANAGED_POLICY =
  'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
const ASSETS =
  'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*';
const ACTIONS = ['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'];

/** Acknowledges the rules that do not fit a site of public files. */
export function acknowledgeSiteFindings(stack: Stack, { distribution, bucket }: SiteParts): void {
  for (const rule of Object.values(DISTRIBUTION_RULES)) acknowledge(distribution, rule);
  acknowledge(bucket, BUCKET_RULES.publicFilesUnlogged);
  acknowledge(bucket, BUCKET_RULES.publicFilesKey);
  acknowledge(bucket, BUCKET_RULES.unreplicated);
  const { managedPolicy, wideGrants, ...others } = DEPLOYMENT_RULES;
  for (const rule of Object.values(others)) acknowledge(stack, rule);
  acknowledge(stack, managedPolicy, MANAGED_POLICY);
  const files = `Resource::<${stack.getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>/*`;
  const grants = [...ACTIONS.map((action) => `Action::s3:${action}`), ASSETS, files];
  for (const grant of grants) acknowledge(stack, wideGrants, grant);
}
