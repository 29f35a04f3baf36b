// Services: clients of one tenant that sign in by themselves. By default they open no operation of
// operators; an institution may go beyond that for a named service (ADR 092).
import { randomUUID } from 'node:crypto';
import { readClient } from '../clients.ts';
import type { PublicJwk, ServiceClient } from '../clients.ts';
import { generateClientSecret, toSecretHash } from '../client-secret.ts';
import type { ServicePermission } from '../permissions.ts';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityItem } from '../storage/identity-table.ts';
import { createClient } from './clients.ts';
import { ChangeRefusal, commitChange } from './identity-change.ts';
import type { Administration } from './identity-change.ts';

/** Returns the secret. Only its hash is stored, so it cannot be read again. */
export async function createService(
  administration: Administration,
  client: Omit<ServiceClient, 'kind' | 'serviceId' | 'secrets' | 'keys'>,
): Promise<string> {
  const secret = generateClientSecret();
  const credentials = { secrets: [toSecretHash(secret)], keys: [] };
  const service = {
    kind: 'service',
    ...client,
    serviceId: generateServiceId(),
    ...credentials,
  } as const;
  await createClient(administration, service, [identityKeys.tenantEntry(client.tenantId)]);
  return secret;
}

/** Returns a new secret. The previous one stays valid for the overlap; older ones do not. */
export async function rotateClientSecret(
  administration: Administration,
  clientId: string,
  overlapSeconds: number,
): Promise<string> {
  const client = await requireService(administration, clientId);
  if (client.keys.length > 0) {
    throw new ChangeRefusal(`${clientId} signs in by a key: client add-key, client remove-key.`);
  }
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
          ConditionExpression:
            'secrets = :seen AND (size(public_keys) = :zero OR attribute_not_exists(public_keys))',
          ExpressionAttributeValues: {
            ':secrets': [toSecretHash(secret), ...stored],
            ':seen': client.secrets,
            ':zero': 0,
          },
        },
      },
    ],
    otherwise: `The secret of ${clientId} was rotated, or it was deleted, at the same moment.`,
  });
  return secret;
}

/**
 * Adds a key by which the service signs in from now on. Its secrets end with its first key; an older key
 * stays until it is removed.
 */
export async function addServiceKey(
  administration: Administration,
  clientId: string,
  key: PublicJwk,
): Promise<void> {
  const service = await requireService(administration, clientId);
  if (service.keys.some(({ kid }) => kid === key.kid)) {
    throw new ChangeRefusal(`${clientId} has the key ${key.kid} already.`);
  }
  const keys = [...service.keys, key];
  await changeKeys(administration, service, { action: 'client.key_added', kid: key.kid, keys });
}

/** Removes a key, which no longer signs in. A service without a key needs a new secret or key. */
export async function removeServiceKey(
  administration: Administration,
  clientId: string,
  kid: string,
): Promise<void> {
  const service = await requireService(administration, clientId);
  const keys = service.keys.filter((key) => key.kid !== kid);
  if (keys.length === service.keys.length) {
    throw new ChangeRefusal(`${clientId} has no key ${kid}.`);
  }
  await changeKeys(administration, service, { action: 'client.key_removed', kid, keys });
}

interface KeyChange {
  readonly action: 'client.key_added' | 'client.key_removed';
  readonly kid: string;
  readonly keys: readonly PublicJwk[];
}

async function changeKeys(
  administration: Administration,
  { clientId, tenantId, keys: seen }: ServiceClient,
  { action, kid, keys }: KeyChange,
): Promise<void> {
  await commitChange(administration, {
    action,
    tenantId,
    subject: clientId,
    details: { kid },
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: identityKeys.client(clientId),
          UpdateExpression: 'SET public_keys = :keys, secrets = :none',
          ConditionExpression:
            '#kind = :kind AND (public_keys = :seen OR attribute_not_exists(public_keys))',
          ExpressionAttributeNames: { '#kind': 'kind' },
          ExpressionAttributeValues: {
            ':keys': keys,
            ':none': [],
            ':seen': seen,
            ':kind': 'service',
          },
        },
      },
    ],
    otherwise: `The keys of ${clientId} were changed, or it was deleted, at the same moment.`,
  });
}

/**
 * Grants permissions to a service; its next token may have them. A service from before the ledger
 * recorded services by an id of their own gets one.
 */
export async function grantServicePermissions(
  administration: Administration,
  clientId: string,
  permissions: readonly ServicePermission[],
): Promise<void> {
  await changePermissions(administration, clientId, {
    action: 'client.granted',
    expression: 'SET service_id = if_not_exists(service_id, :id) ADD permission_set :permissions',
    permissions,
    values: { ':id': generateServiceId() },
  });
}

/** Withdraws permissions of a service. Tokens that have one of them are refused from now on. */
export async function revokeServicePermissions(
  administration: Administration,
  clientId: string,
  permissions: readonly ServicePermission[],
): Promise<void> {
  await changePermissions(administration, clientId, {
    action: 'client.revoked',
    expression: 'DELETE permission_set :permissions',
    permissions,
  });
}

interface PermissionChange {
  readonly action: 'client.granted' | 'client.revoked';
  readonly expression: string;
  readonly permissions: readonly ServicePermission[];
  readonly values?: IdentityItem;
}

async function changePermissions(
  administration: Administration,
  clientId: string,
  { action, expression, permissions, values }: PermissionChange,
): Promise<void> {
  const { tenantId } = await requireService(administration, clientId);
  await commitChange(administration, {
    action,
    tenantId,
    subject: clientId,
    details: { permissions },
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: identityKeys.client(clientId),
          UpdateExpression: expression,
          // What is left of a deleted one is of another kind.
          ConditionExpression: '#kind = :kind',
          ExpressionAttributeNames: { '#kind': 'kind' },
          ExpressionAttributeValues: {
            ...values,
            ':permissions': new Set(permissions),
            ':kind': 'service',
          },
        },
      },
    ],
    otherwise: `There is no service ${clientId}.`,
  });
}

/** The service with this client id; refuses an unknown one and an operator interface. */
export async function requireService(
  { table }: Administration,
  clientId: string,
): Promise<ServiceClient> {
  const client = await readClient(table, clientId);
  if (client?.kind !== 'service') throw new ChangeRefusal(`There is no service ${clientId}.`);
  return client;
}

function generateServiceId(): string {
  return `svc_${randomUUID()}`;
}
