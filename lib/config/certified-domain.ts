// The domain for which a stage makes a certificate in another region, for the stacks and for the policy of deployers.
import type { Addresses } from './domains.ts';

/** CloudFront takes certificates of this region alone. */
export const CERTIFICATE_REGION = 'us-east-1';

/** Finds the domain of the console whose certificate comes with the stage; a stage may name one of its own. */
export function findCertifiedDomain({
  domain,
  consoleCertificate,
}: Pick<Addresses, 'domain' | 'consoleCertificate'>): string | undefined {
  return consoleCertificate === undefined ? domain?.console : undefined;
}
