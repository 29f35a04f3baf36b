import { isIdReserved, readClient, readClients, toClientItem } from '../clients.ts';
import type { Client, OperatorInterfaceClient } from '../clients.ts';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityKey } from '../storage/identity-table.ts';
import type { IdentityWrite } from '../storage/commit-identity-writes.ts';
import {
  ChangeRefusal,
  buildExistenceCheck,
  commitChange,
  buildPutNew,
} from './identity-change.ts';
import type { Administration, IdentityChange } from './identity-change.ts';

const CLIENT_ID = /^[a-z0-9][a-z0-9._-]{2,63}$/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export async function createOperatorInterface(
  administration: Administration,
  client: Omit<OperatorInterfaceClient, 'kind'>,
): Promise<void> {
  refuseInvalidRedirectUris(client.redirectUris);
  client.postLogoutRedirectUris.forEach(refuseInvalidRedirectUri);
  await createClient(administration, { kind: 'operator-interface', ...client }, []);
}

/** The addresses to which a sign-in, and a sign-out, may lead. */
export type RedirectAddresses = Pick<
  OperatorInterfaceClient,
  'redirectUris' | 'postLogoutRedirectUris'
>;

/** Sets the addresses of an operator interface; the service uses them within a minute. */
export async function changeRedirectUris(
  { table, actor }: Administration,
  clientId: string,
  { redirectUris, postLogoutRedirectUris }: RedirectAddresses,
): Promise<void> {
  refuseInvalidRedirectUris(redirectUris);
  postLogoutRedirectUris.forEach(refuseInvalidRedirectUri);
  const addresses = {
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
  };
  const update = {
    TableName: table.name,
    Key: identityKeys.client(clientId),
    UpdateExpression: 'SET redirect_uris = :in, post_logout_redirect_uris = :out',
    ConditionExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: {
      ':in': redirectUris,
      ':out': postLogoutRedirectUris,
      ':kind': 'operator-interface',
    },
  };
  await commitChange(
    { table, actor },
    {
      action: 'client.redirect_uris_changed',
      subject: clientId,
      details: addresses,
      writes: [{ Update: update }],
      otherwise: `There is no operator interface ${clientId}.`,
    },
  );
}

/** Creates the operator interface, or sets the addresses of the one that exists. A deleted one stays deleted. */
export async function registerOperatorInterface(
  administration: Administration,
  client: Omit<OperatorInterfaceClient, 'kind'>,
): Promise<void> {
  const known = await readClient(administration.table, client.clientId);
  if (known === undefined) {
    if (await isIdReserved(administration.table, client.clientId)) return;
    return createOperatorInterface(administration, client);
  }
  if (known.kind === 'service' || !hasAddresses(known, client)) {
    await changeRedirectUris(administration, client.clientId, client);
  }
}

function hasAddresses(known: RedirectAddresses, sought: RedirectAddresses): boolean {
  const list = ({ redirectUris, postLogoutRedirectUris }: RedirectAddresses) =>
    JSON.stringify([redirectUris, postLogoutRedirectUris]);
  return list(known) === list(sought);
}

export function listClients({ table }: Administration): Promise<Client[]> {
  return readClients(table);
}

/** Creates the client if the demanded items exist. */
export async function createClient(
  administration: Administration,
  client: Client,
  demanded: readonly IdentityKey[],
): Promise<void> {
  const { clientId } = client;
  if (!CLIENT_ID.test(clientId)) {
    throw new ChangeRefusal('A client id is 3 to 64 lower-case letters, digits, dots and hyphens.');
  }
  await commitChange(administration, {
    action: 'client.created',
    ...describeClient(client),
    writes: [
      ...demanded.map((key) => buildExistenceCheck(administration, key)),
      buildPutNew(administration, { ...identityKeys.clientEntry(clientId) }),
      buildPutClient(administration, client),
    ],
    otherwise: `The client ${clientId} already exists or was deleted lately, or its tenant does not exist.`,
  });
}

/** The client as the audit trail names it when it comes and when it goes. */
export function describeClient(
  client: Client,
): Pick<IdentityChange, 'tenantId' | 'subject' | 'details'> {
  const { kind, clientId, scopes } = client;
  const tenantId = kind === 'service' ? client.tenantId : undefined;
  return { tenantId, subject: clientId, details: { kind, scopes } };
}

// The store deletes what is left of a deleted client at a time of its own choice, which must not decide.
function buildPutClient({ table }: Administration, client: Client): IdentityWrite {
  return {
    Put: {
      TableName: table.name,
      Item: toClientItem(client),
      ConditionExpression: 'attribute_not_exists(PK) OR #ttl < :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
    },
  };
}

function refuseInvalidRedirectUris(uris: readonly string[]): void {
  uris.forEach(refuseInvalidRedirectUri);
  if (uris.length === 0) throw new ChangeRefusal('Name at least one redirect URI.');
}

// Anyone on the network can read a code sent over plain HTTP, except to the local machine (RFC 8252).
function refuseInvalidRedirectUri(uri: string): void {
  const { protocol, hostname, hash } = URL.canParse(uri) ? new URL(uri) : new URL('invalid:');
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  if (!safe || hash !== '') throw new ChangeRefusal(`${uri} is not an https address.`);
}
