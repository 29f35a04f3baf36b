// The rules of cdk-nag's packs that do not fit the console's site of public files, and why.
import type { AcknowledgedRule } from './acknowledged-rules.ts';

/** Rules that the distribution of the console acknowledges. */
export const DISTRIBUTION_RULES = {
  anyCountry: {
    rule: 'restrictions by country',
    names: { 'AWS Solutions': 'CFR1' },
    where: 'the distribution of the console',
    reason: 'Operators travel; the sign-in decides who may use the console, not the country.',
  },
  withoutFirewall: {
    rule: 'a web ACL',
    names: { 'AWS Solutions': 'CFR2' },
    where: 'the distribution of the console',
    reason:
      'The files are public and static, so a firewall has nothing to guard; the APIs throttle and authorize.',
  },
  unloggedReaders: {
    rule: 'an access log',
    names: { 'AWS Solutions': 'CFR3' },
    where: 'the distribution of the console',
    reason:
      'Who loads a public file says nothing; the access logs of the APIs show what operators do.',
  },
  defaultCertificate: {
    rule: 'TLS 1.2 at least',
    names: { 'AWS Solutions': 'CFR4' },
    where: 'the distribution of a stage without `domain.console`',
    reason:
      'The minimum is TLS 1.2 with a certificate of your own; the default domain of CloudFront takes none.',
  },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;

const DEPLOYMENT = {
  where: 'the functions of CDK that copy and delete the files of the console',
  reason: 'They come with the CDK and run at a deployment only, by the deployment and for it.',
};

/** Rules that the functions which CDK adds to a stack that deploys files do not follow. */
export const DEPLOYMENT_RULES = {
  runtime: {
    rule: 'the latest runtime',
    names: { 'AWS Solutions': 'L1', Serverless: 'LambdaLatestVersion' },
    ...DEPLOYMENT,
  },
  tracing: { rule: 'tracing', names: { Serverless: 'LambdaTracing' }, ...DEPLOYMENT },
  failures: {
    rule: 'a dead-letter queue for each function',
    names: {
      'NIST 800-53 R5': 'LambdaDLQ',
      HIPAA: 'LambdaDLQ',
      Serverless: 'LambdaDLQ',
    },
    ...DEPLOYMENT,
  },
  concurrency: {
    rule: 'a limit of concurrent executions for each function',
    names: { 'NIST 800-53 R5': 'LambdaConcurrency', HIPAA: 'LambdaConcurrency' },
    ...DEPLOYMENT,
  },
  managedPolicy: { rule: 'no managed policy', names: { 'AWS Solutions': 'IAM4' }, ...DEPLOYMENT },
  wideGrants: { rule: 'no wildcard in a grant', names: { 'AWS Solutions': 'IAM5' }, ...DEPLOYMENT },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;
