import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { HostedZoneReference } from '../config/domains.ts';

export interface CertificateStackProps extends StackProps {
  readonly domainName: string;
  readonly hostedZone: HostedZoneReference;
}

/** The certificate of the console, in the region in which CloudFront reads it. */
export class CertificateStack extends Stack {
  readonly certificate: ICertificate;

  constructor(scope: Construct, id: string, props: CertificateStackProps) {
    super(scope, id, props);
    const { domainName, hostedZone } = props;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone);
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      validation: CertificateValidation.fromDns(zone),
    });
  }
}
