import { CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { Stage } from '../config/stages.ts';
import {
  buildContentSecurityPolicy,
  buildSiteRouter,
  CALLBACK_PATH,
  IMMUTABLE_CACHING,
  NO_CACHING,
  OPENER_POLICY,
} from '../constructs/console/site-headers.ts';
import { acknowledgeSiteFindings } from '../constructs/console/site-findings.ts';

export interface ConsoleStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** The folder of the built console. */
  readonly site: string;
  readonly addresses: {
    readonly base_url: string;
    readonly workbench_url: string;
    readonly auth_url: string;
  };
  /** The certificate of its domain, if the stage does not name one. */
  readonly certificate?: ICertificate | undefined;
  /** From which its links download files. */
  readonly artifacts: IBucket;
}

/** The client that the console signs in with; an administrator registers it (docs/deployment.md). */
const CLIENT_ID = 'console';

/** The operator console: its files in a bucket that only CloudFront reads, and the headers that guard them. */
export class ConsoleStack extends Stack {
  readonly #props: ConsoleStackProps;

  constructor(scope: Construct, id: string, props: ConsoleStackProps) {
    super(scope, id, props);
    this.#props = props;
    const bucket = this.#filesBucket();
    const distribution = this.#distribution(bucket);
    this.#deployFiles(bucket);
    acknowledgeSiteFindings(this, { distribution, bucket });
    const { domain, consoleOrigin } = props.stage;
    const origin = `https://${domain.console ?? distribution.distributionDomainName}`;
    this.#nameDistribution(distribution);
    new CfnOutput(this, 'ConsoleUrl', { value: origin, description: 'The operator console' });
    new CfnOutput(this, 'ConsoleDistribution', { value: distribution.distributionDomainName });
    if (consoleOrigin === undefined) this.#outputNeededOrigin(origin);
  }

  // CloudFront makes the address, and the distribution has the addresses of the APIs: these cannot have its own in the
  // first deployment. A refusal would leave no way to learn it.
  #outputNeededOrigin(origin: string): void {
    new CfnOutput(this, 'ConsoleNeedsOrigin', {
      value:
        `Set consoleOrigin: '${origin}' in the settings of the stage and deploy again. Until then no browser lets ` +
        'this console call the ledger or the workbench.',
    });
  }

  // The files are public, so no key of the institution is needed to read them.
  #filesBucket(): Bucket {
    return new Bucket(this, 'Files', {
      encryption: BucketEncryption.S3_MANAGED,
      // A deployment that went wrong can be undone by hand while its successor is built.
      versioned: true,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: RemovalPolicy.DESTROY,
      // CloudFormation deletes no bucket that has files, also when the first deployment of the stack is rolled back.
      autoDeleteObjects: true,
      lifecycleRules: [
        { id: 'uploads-end', abortIncompleteMultipartUploadAfter: Duration.days(2) },
        { id: 'earlier-files-end', noncurrentVersionExpiration: Duration.days(30) },
      ],
    });
  }

  #distribution(bucket: Bucket): Distribution {
    const { domain } = this.#props.stage;
    const certificate = this.#certificate();
    const originAccessControl = new S3OriginAccessControl(this, 'Access', {
      originAccessControlName: this.#nameInAccount('files'),
    });
    const origin = S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl });
    const router = new EdgeFunction(this, 'Router', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(buildSiteRouter()),
      comment: 'Answers the addresses of pages with index.html.',
    });
    const behavior = (headers: ResponseHeadersPolicy): BehaviorOptions => ({
      origin,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      compress: true,
      functionAssociations: [{ function: router, eventType: FunctionEventType.VIEWER_REQUEST }],
    });
    return new Distribution(this, 'Distribution', {
      comment: `Countinghouse console, ${this.#props.stage.name}`,
      defaultBehavior: behavior(this.#headers('Headers', OPENER_POLICY)),
      additionalBehaviors: { [CALLBACK_PATH]: behavior(this.#headers('CallbackHeaders')) },
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain.console !== undefined &&
        certificate !== undefined && {
          domainNames: [domain.console],
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate,
        }),
    });
  }

  #certificate(): ICertificate | undefined {
    const { stage, certificate } = this.#props;
    const { consoleCertificate } = stage;
    if (consoleCertificate === undefined) return certificate;
    return Certificate.fromCertificateArn(this, 'Certificate', consoleCertificate);
  }

  // Without a hosted zone the institution makes the record, to the output ConsoleDistribution.
  #nameDistribution(distribution: Distribution): void {
    const { domain, hostedZone } = this.#props.stage;
    if (domain.console === undefined || hostedZone === undefined) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone);
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    const record = { zone, recordName: `${domain.console}.`, target };
    new ARecord(this, 'Record', record);
    new AaaaRecord(this, 'RecordV6', record);
  }

  // CloudFront is in no region, so that a stage of the same name in another one would meet a name without it.
  #nameInAccount(part: string): string {
    return `countinghouse-${this.#props.stage.name}-${this.region}-${part}`;
  }

  #headers(id: string, openerPolicy?: string): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: this.#nameInAccount(id),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: buildContentSecurityPolicy(this.#listConnections()),
          override: true,
        },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(2 * 365),
          includeSubdomains: true,
          override: true,
        },
      },
      ...(openerPolicy !== undefined && {
        customHeadersBehavior: {
          customHeaders: [
            { header: 'Cross-Origin-Opener-Policy', value: openerPolicy, override: true },
          ],
        },
      }),
    });
  }

  #listConnections(): string[] {
    const { addresses, artifacts } = this.#props;
    const hosts = Object.values(addresses).map((url) => Fn.select(2, Fn.split('/', url)));
    return [...hosts, artifacts.bucketRegionalDomainName].map((host) => `https://${host}`);
  }

  // Hashed files first: a page never names a file that is not there yet. Files of earlier builds stay, because
  // pages that are open still load them.
  #deployFiles(destinationBucket: Bucket): void {
    const { stage, key, site, addresses } = this.#props;
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const files = Source.asset(site, { exclude: ['.vite'] });
    const settings = Source.jsonData('config.json', { ...addresses, client_id: CLIENT_ID });
    const hashed = new BucketDeployment(this, 'HashedFiles', {
      destinationBucket,
      sources: [files],
      exclude: ['*'],
      include: ['assets/*'],
      prune: false,
      logGroup,
      cacheControl: [CacheControl.fromString(IMMUTABLE_CACHING)],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      destinationBucket,
      sources: [files, settings],
      exclude: ['assets/*'],
      prune: false,
      logGroup,
      cacheControl: [CacheControl.fromString(NO_CACHING)],
    });
    pages.node.addDependency(hashed);
  }
}
