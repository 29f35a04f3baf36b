import type { ActorKind } from '../domain/values/service-subjects.ts';

/** An accepted issuer of access tokens, from the ISSUERS environment variable. */
export interface Issuer {
  readonly kind: 'oidc' | 'cognito';
  readonly issuer: string;
  readonly jwksUri: string;
  /** Null only for Cognito, whose access tokens have no audience: the client ids take its role. */
  readonly audience: string | null;
  /** Clients whose tokens are accepted; null accepts every client of the issuer. */
  readonly clientIds: string[] | null;
  /** The prefix of permissions in the issuer's scopes, such as `countinghouse/`. */
  readonly scopePrefix: string;
  readonly tenantClaim: string;
  /** The tenants that the issuer may name; null accepts every tenant. */
  readonly tenants: string[] | null;
  /** The `typ` header of an access token (RFC 9068); null for issuers that set none. */
  readonly typ: string | null;
  /** The claim with the client; null for `client_id`, else `azp`. */
  readonly clientClaim: string | null;
  /** What marks people and services; null for an issuer whose services have the client's id as `sub`. */
  readonly holder: HolderClaim | null;
}

/** A claim whose value says who holds the token; an asterisk at the end of a value stands for any text. */
export interface HolderClaim {
  readonly claim: string;
  readonly operator: readonly string[];
  /** Counts where a value fits both. */
  readonly service: readonly string[];
  /** Who holds a token without the claim. */
  readonly absent: ActorKind;
}

// A misspelt member would accept tokens of every client, or take services for people.
const ISSUER_MEMBERS = [
  'kind',
  'issuer',
  'jwks_uri',
  'audience',
  'client_ids',
  'scope_prefix',
  'tenant_claim',
  'tenants',
  'typ',
  'client_claim',
  'holder',
];
const HOLDER_MEMBERS = ['claim', 'operator', 'service', 'absent'];

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the list of issuers. Throws for a list that could accept tokens by mistake. */
export function readIssuers(json: string): Issuer[] {
  return readIssuerList(JSON.parse(json));
}

/** Reads the parsed list of issuers. Throws for what `readIssuers` throws for. */
export function readIssuerList(list: unknown): Issuer[] {
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('ISSUERS must be a non-empty list');
  const issuers = list.map(readIssuer);
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length) {
    throw new Error('ISSUERS names an issuer twice');
  }
  return issuers;
}

/** Throws for members that an entry of the list cannot have: a misspelt one would have no effect. */
export function refuseUnknownMembers(issuer: unknown): void {
  const holder = readRow('an issuer', issuer, ISSUER_MEMBERS).get('holder');
  if (holder !== undefined) readRow('holder', holder, HOLDER_MEMBERS);
}

function readIssuer(value: unknown): Issuer {
  const row = readRow('an issuer', value, ISSUER_MEMBERS);
  const kind = readOptionalText(row, 'kind') ?? 'oidc';
  if (kind !== 'oidc' && kind !== 'cognito') throw new Error(`ISSUERS: unknown kind ${kind}`);
  const clientIds = readTextList(row, 'client_ids');
  if (kind === 'cognito' && clientIds === null)
    throw new Error('ISSUERS: cognito needs client_ids');
  return {
    kind,
    issuer: readWebAddress(row, 'issuer'),
    jwksUri: readWebAddress(row, 'jwks_uri'),
    audience:
      kind === 'oidc'
        ? readRequiredText(row, 'audience')
        : (readOptionalText(row, 'audience') ?? null),
    clientIds,
    scopePrefix: readOptionalText(row, 'scope_prefix') ?? '',
    tenantClaim: readOptionalText(row, 'tenant_claim') ?? 'tenant_id',
    tenants: readTextList(row, 'tenants'),
    typ: kind === 'oidc' ? (readOptionalText(row, 'typ') ?? 'at+jwt') : null,
    clientClaim: readOptionalText(row, 'client_claim') ?? null,
    holder: readHolderClaim(row.get('holder')),
  };
}

function readHolderClaim(value: unknown): HolderClaim | null {
  if (value === undefined) return null;
  const row = readRow('holder', value, HOLDER_MEMBERS);
  const absent = readOptionalText(row, 'absent') ?? 'SERVICE';
  if (absent !== 'OPERATOR' && absent !== 'SERVICE')
    throw new Error('ISSUERS: absent of holder must be OPERATOR or SERVICE');
  const [operator, service] = [
    readTextList(row, 'operator') ?? ['*'],
    readTextList(row, 'service') ?? [],
  ];
  if ([...operator, ...service].some((one) => /\*./.test(one)))
    throw new Error('ISSUERS: a value of holder may have an asterisk at its end only');
  return { claim: readRequiredText(row, 'claim'), operator, service, absent };
}

function readRow(noun: string, value: unknown, members: readonly string[]): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`ISSUERS: ${noun} must be an object`);
  const unknown = Object.keys(value).filter((name) => !members.includes(name));
  if (unknown.length > 0)
    throw new Error(`ISSUERS: unknown members of ${noun}: ${unknown.join(', ')}`);
  return new Map(Object.entries(value));
}

function readOptionalText(row: Map<string, unknown>, name: string): string | undefined {
  const value = row.get(name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '')
    throw new Error(`ISSUERS: ${name} must be a string`);
  return value;
}

function readRequiredText(row: Map<string, unknown>, name: string): string {
  const value = readOptionalText(row, name);
  if (value === undefined) throw new Error(`ISSUERS: ${name} is missing`);
  return value;
}

function readTextList(row: Map<string, unknown>, name: string): string[] | null {
  const value = row.get(name);
  if (value === undefined) return null;
  if (!Array.isArray(value) || value.length === 0)
    throw new Error(`ISSUERS: ${name} must be a list`);
  return value.map((item) => readRequiredText(new Map([[name, item]]), name));
}

// Anyone on the network can replace keys fetched over plain HTTP, except from the local machine.
function readWebAddress(row: Map<string, unknown>, name: string): string {
  const address = readRequiredText(row, name);
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname)))
    return address;
  throw new Error(`ISSUERS: ${name} must be https`);
}
