import { DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';

/** The domain of an API: its certificate, its mapping to the API and its record. */
export class ApiDomain extends Construct {
  readonly url: string;

  constructor(api: SpecRestApi, domainName: string, { hostedZone }: Stage) {
    super(api, 'Domain');
    if (hostedZone === undefined) throw new Error(`The domain ${domainName} has no hosted zone.`);
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone);
    const domain = new DomainName(this, 'Name', {
      domainName,
      certificate: new Certificate(this, 'Certificate', {
        domainName,
        validation: CertificateValidation.fromDns(zone),
      }),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    // At the root, so that a path of the contract is the path of the address.
    domain.addBasePathMapping(api);
    new ARecord(this, 'Record', {
      zone,
      recordName: `${domainName}.`,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
    });
    this.url = `https://${domainName}/`;
  }
}
