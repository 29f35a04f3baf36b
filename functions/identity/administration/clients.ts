import {
  clientItem,
  readClient,
  type Client,
  type OperatorInterface,
  type Service,
} from '../clients.ts';
import { hashClientSecret, newClientSecret } from '../client-secret.ts';
import { keys, readPartition, type Key } from '../storage/identity-table.ts';
import { ChangeRefused, demand, make, putNew, type Administration } from './change.ts';

const CLIENT_ID = /^[a-z0-9][a-z0-9._-]{2,63}$/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export async function createOperatorInterface(
  administration: Administration,
  client: Omit<OperatorInterface, 'kind'>,
): Promise<void> {
  acceptRedirectUris(client.redirectUris);
  client.postLogoutRedirectUris.forEach(acceptRedirectUri);
  await create(administration, { kind: 'operator-interface', ...client }, []);
}

/** Answers the secret, which is nowhere kept and cannot be read again. */
export async function createService(
  administration: Administration,
  client: Omit<Service, 'kind' | 'secrets'>,
): Promise<string> {
  const secret = newClientSecret();
  const secrets = [{ hash: hashClientSecret(secret) }];
  const tenant = keys.tenantEntry(client.tenantId);
  await create(administration, { kind: 'service', ...client, secrets }, [tenant]);
  return secret;
}

/** Answers a new secret; the one before it works on for the overlap, older ones no more. */
export async function rotateClientSecret(
  administration: Administration,
  clientId: string,
  overlapSeconds: number,
): Promise<string> {
  const client = await readClient(administration.table, clientId);
  if (client?.kind !== 'service') throw new ChangeRefused(`There is no service ${clientId}.`);
  const secret = newClientSecret();
  const expiresAt = Math.floor(Date.now() / 1000) + overlapSeconds;
  const [before] = client.secrets;
  const kept = before === undefined || overlapSeconds === 0 ? [] : [{ ...before, expiresAt }];
  await make(administration, {
    action: 'client.secret_rotated',
    tenantId: client.tenantId,
    subject: clientId,
    details: { overlap_seconds: overlapSeconds },
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: keys.client(clientId),
          UpdateExpression: 'SET secrets = :secrets',
          ConditionExpression: 'secrets = :seen',
          ExpressionAttributeValues: {
            ':secrets': [{ hash: hashClientSecret(secret) }, ...kept],
            ':seen': client.secrets,
          },
        },
      },
    ],
    otherwise: `The secret of ${clientId} was rotated by somebody else at the same moment.`,
  });
  return secret;
}

/** Where the interface may send operators back to; the service notices within a minute. */
export async function changeRedirectUris(
  { table, actor }: Administration,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  acceptRedirectUris(redirectUris);
  await make(
    { table, actor },
    {
      action: 'client.redirect_uris_changed',
      subject: clientId,
      details: { redirect_uris: redirectUris },
      writes: [
        {
          Update: {
            TableName: table.name,
            Key: keys.client(clientId),
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
  const entries = await readPartition(table, keys.clientEntry('').PK);
  const clients = await Promise.all(entries.map(({ SK }) => readClient(table, String(SK))));
  return clients.filter((client) => client !== undefined);
}

async function create(
  administration: Administration,
  client: Client,
  demanded: readonly Key[],
): Promise<void> {
  const { kind, clientId, scopes } = client;
  if (!CLIENT_ID.test(clientId)) {
    throw new ChangeRefused('A client id is 3 to 64 small letters, digits, dots and hyphens.');
  }
  await make(administration, {
    action: 'client.created',
    tenantId: kind === 'service' ? client.tenantId : undefined,
    subject: clientId,
    details: { kind, scopes },
    writes: [
      ...demanded.map((key) => demand(administration, key)),
      putNew(administration, { ...keys.clientEntry(clientId) }),
      putNew(administration, clientItem(client)),
    ],
    otherwise: `There is a client ${clientId} already, or its tenant is missing.`,
  });
}

function acceptRedirectUris(uris: readonly string[]): void {
  uris.forEach(acceptRedirectUri);
  if (uris.length === 0) throw new ChangeRefused('Name at least one redirect URI.');
}

// A code sent over plain HTTP is anybody's, except to this very machine (RFC 8252).
function acceptRedirectUri(uri: string): void {
  const { protocol, hostname, hash } = URL.canParse(uri) ? new URL(uri) : new URL('invalid:');
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  if (!safe || hash !== '') throw new ChangeRefused(`${uri} is not an https address.`);
}
