// The secrets of webhooks. None is stored: each is derived from the tenant's seed, which no answer and no receipt
// holds, so that a request can be repeated without its answer keeping a secret for ever (ADR 129).
import { createHmac, randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { callStore, isConditionMet } from '../store/store.ts';
import { readWebhooksItem, requireWebhooksTable } from './deliveries.ts';
import { webhookKeys } from './items.ts';
import type { TenantSession } from './tenant-session.ts';

const SEED_BYTES = 32;

/** Derives secrets of one tenant: 32 bytes for each webhook and version. */
export type SecretSource = (webhookId: string, version: number) => Buffer;

/** Opens the secrets of the tenant, and makes its seed if it has none yet: one request, at most three. */
export async function openSecrets(session: TenantSession): Promise<SecretSource> {
  const seed = (await readSeed(session)) ?? (await createSeed(session));
  return (webhookId, version) =>
    createHmac('sha256', seed).update(`webhook#${webhookId}#${version}`).digest();
}

async function readSeed({ store, tenant }: TenantSession): Promise<Buffer | undefined> {
  const item = await readWebhooksItem(store, webhookKeys.seed(tenant));
  return item && Buffer.from(item['seed'] as Uint8Array);
}

// Of simultaneous ones, the first stays, and all read it.
async function createSeed(session: TenantSession): Promise<Buffer> {
  const { store, tenant } = session;
  const command = new PutCommand({
    TableName: requireWebhooksTable(store),
    Item: { ...webhookKeys.seed(tenant), seed: randomBytes(SEED_BYTES) },
    ConditionExpression: 'attribute_not_exists(PK)',
  });
  await isConditionMet(callStore(store, (until) => store.documents.send(command, until)));
  const seed = await readSeed(session);
  if (seed) return seed;
  throw new Error('the seed was made and is not there');
}

const PREFIX = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export function formatSecret(secret: Buffer): string {
  return `${PREFIX}${secret.toString('base64')}`;
}
