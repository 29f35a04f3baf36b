import { toClientItem, readClient } from '../clients.ts';
import type { Client, OperatorInterfaceClient, ServiceClient } from '../clients.ts';
import { hashClientSecret, generateClientSecret } from '../client-secret.ts';
import { identityKeys, readPartition } from '../storage/identity-table.ts';
import type { IdentityKey } from '../storage/identity-table.ts';
import {
  ChangeRefusal,
  buildExistenceCheck,
  commitChange,
  buildPutNew,
} from './identity-change.ts';
import type { Administration } from './identity-change.ts';

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

/** Returns the secret. Only its hash is stored, so it cannot be read again. */
export async function createService(
  administration: Administration,
  client: Omit<ServiceClient, 'kind' | 'secrets'>,
): Promise<string> {
  const secret = generateClientSecret();
  const secrets = [{ hash: hashClientSecret(secret) }];
  const tenant = identityKeys.tenantEntry(client.tenantId);
  await createClient(administration, { kind: 'service', ...client, secrets }, [tenant]);
  return secret;
}

/** Returns a new secret. The previous one stays valid for the overlap; older ones do not. */
export async function rotateClientSecret(
  administration: Administration,
  clientId: string,
  overlapSeconds: number,
): Promise<string> {
  const client = await readClient(administration.table, clientId);
  if (client?.kind !== 'service') throw new ChangeRefusal(`There is no service ${clientId}.`);
  const secret = generateClientSecret();
  const expiresAt = Math.floor(Date.now() / 1000) + overlapSeconds;
  const [before] = client.secrets;
  const stored = before === undefined || overlapSeconds === 0 ? [] : [{ ...before, expiresAt }];
  await commitChange(administration, {
    action: 'client.secret_rotated',
    tenantId: client.tenantId,
    subject: clientId,
    details: { overlap_seconds: overlapSeconds },
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: identityKeys.client(clientId),
          UpdateExpression: 'SET secrets = :secrets',
          ConditionExpression: 'secrets = :seen',
          ExpressionAttributeValues: {
            ':secrets': [{ hash: hashClientSecret(secret) }, ...stored],
            ':seen': client.secrets,
          },
        },
      },
    ],
    otherwise: `The secret of ${clientId} was rotated by another administrator at the same moment.`,
  });
  return secret;
}

/** Sets the redirect URIs of an operator interface; the service uses them within a minute. */
export async function changeRedirectUris(
  { table, actor }: Administration,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  refuseInvalidRedirectUris(redirectUris);
  await commitChange(
    { table, actor },
    {
      action: 'client.redirect_uris_changed',
      subject: clientId,
      details: { redirect_uris: redirectUris },
      writes: [
        {
          Update: {
            TableName: table.name,
            Key: identityKeys.client(clientId),
            UpdateExpression: 'SET redirect_uris = :uris',
            ConditionExpression: '#kind = :kind',
            ExpressionAttributeNames: { '#kind': 'kind' },
            ExpressionAttributeValues: { ':uris': redirectUris, ':kind': 'operator-interface' },
          },
        },
      ],
      otherwise: `There is no operator interface ${clientId}.`,
    },
  );
}

export async function listClients({ table }: Administration): Promise<Client[]> {
  const entries = await readPartition(table, identityKeys.clientEntry('').PK);
  const clients = await Promise.all(entries.map(({ SK }) => readClient(table, String(SK))));
  return clients.filter((client) => client !== undefined);
}

async function createClient(
  administration: Administration,
  client: Client,
  demanded: readonly IdentityKey[],
): Promise<void> {
  const { kind, clientId, scopes } = client;
  if (!CLIENT_ID.test(clientId)) {
    throw new ChangeRefusal('A client id is 3 to 64 lower-case letters, digits, dots and hyphens.');
  }
  await commitChange(administration, {
    action: 'client.created',
    tenantId: kind === 'service' ? client.tenantId : undefined,
    subject: clientId,
    details: { kind, scopes },
    writes: [
      ...demanded.map((key) => buildExistenceCheck(administration, key)),
      buildPutNew(administration, { ...identityKeys.clientEntry(clientId) }),
      buildPutNew(administration, toClientItem(client)),
    ],
    otherwise: `The client ${clientId} already exists, or its tenant does not.`,
  });
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
