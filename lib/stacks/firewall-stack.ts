import { ArnFormat, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { buildFirewallLogName } from '../config/firewalls.ts';
import type { FirewallSettings } from '../config/firewalls.ts';
import type { Stage } from '../config/stages.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly firewall: FirewallSettings;
}

/**
 * The rule groups of AWS, and those of their rules that only count: the contract accepts bodies beyond 8 KiB, query
 * strings with long cursors, and clients without a user agent. Addresses of this machine are those to which programs
 * ask sign-ins to return (RFC 8252).
 */
const RULE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'SizeRestrictions_QUERYSTRING',
    'NoUserAgent_HEADER',
    'EC2MetaDataSSRF_BODY',
    'EC2MetaDataSSRF_QUERYARGUMENTS',
    'GenericRFI_BODY',
    'GenericRFI_QUERYARGUMENTS',
  ],
};

/** A token, a session or a code that a log must not hold. */
const REDACTED: readonly CfnLoggingConfiguration.FieldToMatchProperty[] = [
  { singleHeader: { Name: 'authorization' } },
  { singleHeader: { Name: 'cookie' } },
  { queryString: {} },
];

/** The web ACL of the APIs: a rate for each address, and rule groups of AWS. */
export class FirewallStack extends Stack {
  readonly webAcl: string;

  constructor(scope: Construct, id: string, props: FirewallStackProps) {
    super(scope, id, props);
    const { stage, key, firewall } = props;
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: `Guards the APIs of Countinghouse, ${stage.name}`,
      defaultAction: { allow: {} },
      visibilityConfig: buildVisibility('requests'),
      rules: buildRules(firewall),
    });
    const log = new LogGroup(this, 'Log', {
      logGroupName: buildFirewallLogName(stage.name),
      retention: stage.logRetentionDays,
      encryptionKey: key,
      // Its name is needed again, and nothing is lost with it: the access logs have every request.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [
        this.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: log.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [...REDACTED],
    });
    this.webAcl = acl.attrArn;
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn });
  }
}

// The rate first: what it stops costs no rule group.
function buildRules({ requestsPerAddress }: FirewallSettings): CfnWebACL.RuleProperty[] {
  const rate: CfnWebACL.RuleProperty = {
    name: 'rate-of-an-address',
    priority: 0,
    action: { block: {} },
    statement: { rateBasedStatement: { limit: requestsPerAddress, aggregateKeyType: 'IP' } },
    visibilityConfig: buildVisibility('rate-of-an-address'),
  };
  const groups = Object.entries(RULE_GROUPS).map(([name, counting], index) => ({
    name,
    priority: index + 1,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ...(counting.length > 0 && {
          ruleActionOverrides: counting.map((rule) => ({
            name: rule,
            actionToUse: { count: {} },
          })),
        }),
      },
    },
    visibilityConfig: buildVisibility(name),
  }));
  return [rate, ...groups];
}

// Samples would show tokens to all who may read metrics.
function buildVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
