// The web ACL that guards the APIs of a stage.
import { isPositive, requireArn, requireMembers } from './setting-checks.ts';

/** A web ACL that comes with the stage. */
export interface FirewallSettings {
  /** The most requests of an address in five minutes, to all three APIs together. */
  readonly requestsPerAddress: number;
}

/** A web ACL of yours by its ARN, or one that comes with the stage. */
export type WebAclSettings = string | FirewallSettings;

const WEB_ACL_ARN = {
  pattern: /^arn:aws[\w-]*:wafv2:[\w-]+:\d{12}:regional\/webacl\//,
  what: 'the ARN of a regional web ACL (arn:aws:wafv2:…:regional/webacl/…)',
};

/** The log group of the web ACL of a stage; AWS WAF writes to groups alone whose names start so. */
export function buildFirewallLogName(stage: string): string {
  return `aws-waf-logs-countinghouse-${stage}`;
}

/** What AWS WAF takes as the limit of a rate rule. */
const REQUESTS_MIN = 10;
const REQUESTS_MAX = 2_000_000_000;

/** Throws for what API Gateway or AWS WAF would refuse. */
export function refuseWebAclFaults(webAcl: WebAclSettings | undefined): void {
  if (typeof webAcl !== 'object') return requireArn('webAcl', webAcl, WEB_ACL_ARN);
  requireMembers('webAcl', webAcl, ['requestsPerAddress']);
  const { requestsPerAddress } = webAcl;
  const isWithin = requestsPerAddress >= REQUESTS_MIN && requestsPerAddress <= REQUESTS_MAX;
  if (isPositive(requestsPerAddress) && isWithin) return;
  throw new Error(
    `webAcl needs requestsPerAddress, a whole number from ${REQUESTS_MIN}, or is an ARN`,
  );
}
