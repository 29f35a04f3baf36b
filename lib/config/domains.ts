// The domains of a stage, with the zone that their records are in.
import { Token } from 'aws-cdk-lib';
import { requireArn, requireMembers } from './setting-checks.ts';

/** The domains that callers and operators use, each a name such as `ledger.bank.example`. */
export interface DomainSettings {
  /** Of the ledger's API. */
  readonly ledger?: string;
  /** Of the API of exports and imports. */
  readonly workbench?: string;
  /** Of the identity service. Passkeys belong to it for good. */
  readonly auth?: string;
  /** Of the operator console. Its pages alone may then call the APIs from a browser. */
  readonly console?: string;
}

export type DomainName = keyof DomainSettings;

/** A public hosted zone of Route 53; a zone of the CDK is one too. */
export interface HostedZoneReference {
  readonly hostedZoneId: string;
  /** The name of the zone, such as `bank.example`. */
  readonly zoneName: string;
}

/** The account and the region of a stage. */
export interface StageEnvironment {
  readonly account: string;
  readonly region: string;
}

export interface Addresses {
  readonly domain?: DomainSettings;
  readonly hostedZone?: HostedZoneReference;
  readonly consoleCertificate?: string;
  readonly consoleOrigin?: string;
  readonly authUrl?: string;
  readonly console?: boolean;
  readonly env?: StageEnvironment;
}

const CERTIFICATE_ARN = {
  pattern: /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\//,
  what: 'the ARN of a certificate in us-east-1, where CloudFront reads it',
};

/** Throws for domains that would be without a record or a certificate, or that contradict another setting. */
export function refuseAddressFaults(addresses: Addresses): void {
  const { domain = {}, hostedZone, consoleCertificate, authUrl, consoleOrigin } = addresses;
  requireMembers('domain', domain, ['ledger', 'workbench', 'auth', 'console']);
  requireArn('consoleCertificate', consoleCertificate, CERTIFICATE_ARN);
  const names = Object.entries(domain) as [DomainName, string][];
  for (const [name, text] of names) refuseDomainFaults(name, text, hostedZone);
  if (new Set(names.map(([, text]) => text)).size < names.length) {
    throw new Error('each of domain needs a name of its own');
  }
  const onlyConsole = names.every(([name]) => name === 'console');
  if (hostedZone !== undefined && names.length === 0) {
    throw new Error('hostedZone holds the records of domain: set domain too');
  }
  if (hostedZone === undefined && !onlyConsole) {
    throw new Error('domain needs hostedZone, the zone of Route 53 that its records are in');
  }
  if (domain.auth !== undefined && authUrl !== undefined) {
    throw new Error('authUrl is the address of domain.auth: set one of them');
  }
  if (domain.console !== undefined && consoleOrigin !== undefined) {
    throw new Error('consoleOrigin is the origin of domain.console: set one of them');
  }
  refuseConsoleFaults(addresses);
}

function refuseDomainFaults(
  name: DomainName,
  text: string,
  hostedZone: HostedZoneReference | undefined,
): void {
  if (Token.isUnresolved(text)) return;
  if (typeof text !== 'string' || !/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)) {
    throw new Error(`domain.${name} must be a name such as ${name}.bank.example`);
  }
  const zone = hostedZone?.zoneName;
  if (zone === undefined || Token.isUnresolved(zone)) return;
  if (text !== zone && !text.endsWith(`.${zone}`)) {
    throw new Error(`domain.${name} is not in the hosted zone ${zone}`);
  }
}

function refuseConsoleFaults(addresses: Addresses): void {
  const { domain, hostedZone, consoleCertificate, env } = addresses;
  if (domain?.console === undefined) {
    if (consoleCertificate === undefined) return;
    throw new Error('consoleCertificate is the certificate of domain.console: set domain too');
  }
  if (addresses.console === false) {
    throw new Error('domain.console is the domain of a console, and console is false');
  }
  if (consoleCertificate !== undefined) return;
  if (hostedZone === undefined) {
    throw new Error(
      'domain.console needs hostedZone, in which its certificate is validated, or consoleCertificate',
    );
  }
  if (env === undefined) {
    throw new Error(
      'domain.console needs env with account and region, because its certificate is made in us-east-1, or consoleCertificate',
    );
  }
}
