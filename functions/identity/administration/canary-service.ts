// The service by which the canary signs in: in a tenant of its own, with a key of its own.
import { generateKeyPairSync } from 'node:crypto';
import { readClient } from '../clients.ts';
import type { ServiceClient } from '../clients.ts';
import { ChangeRefusal } from './identity-change.ts';
import type { Administration } from './identity-change.ts';
import { parsePublicKey } from './public-keys.ts';
import {
  addServiceKey,
  createService,
  grantServicePermissions,
  removeServiceKey,
} from './service-clients.ts';
import { listOperators } from './operators.ts';
import { createTenant, listTenants } from './tenants.ts';

const CLIENT_ID = 'canary';

const PERMISSIONS = ['finance.read', 'finance.write'] as const;

export interface CanaryKey {
  readonly clientId: string;
  readonly kid: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

/**
 * Makes the tenant and the service of the canary, where they do not exist, and gives the service a new key.
 * `storeKey` keeps the private key; after that the earlier keys end, so that a second set-up rotates the key.
 */
export async function setUpCanaryService(
  administration: Administration,
  tenantId: string,
  storeKey: (key: CanaryKey) => Promise<void>,
): Promise<void> {
  const { keys: earlier } = await ensureService(administration, tenantId);
  await grantServicePermissions(administration, CLIENT_ID, PERMISSIONS);
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const key = parsePublicKey(pair.publicKey);
  await addServiceKey(administration, CLIENT_ID, key);
  await storeKey({ clientId: CLIENT_ID, kid: key.kid, privateKey: pair.privateKey });
  for (const { kid } of earlier) await removeServiceKey(administration, CLIENT_ID, kid);
}

async function ensureService(
  administration: Administration,
  tenantId: string,
): Promise<Pick<ServiceClient, 'keys'>> {
  const found = await readClient(administration.table, CLIENT_ID);
  if (found !== undefined) {
    if (found.kind === 'service' && found.tenantId === tenantId) return found;
    throw new ChangeRefusal(`There is a client ${CLIENT_ID} already, which is not of ${tenantId}.`);
  }
  const tenants = await listTenants(administration);
  if (!tenants.some((tenant) => tenant.tenantId === tenantId)) {
    await createTenant(administration, { tenantId, name: 'Canary' });
  } else if ((await listOperators(administration, tenantId)).length > 0) {
    throw new ChangeRefusal(`${tenantId} has operators; give the canary a tenant of its own.`);
  }
  // Its secret ends with its first key, so no one gets to know it.
  await createService(administration, {
    clientId: CLIENT_ID,
    name: 'Canary',
    scopes: ['internal.worker'],
    tenantId,
  });
  return { keys: [] };
}
