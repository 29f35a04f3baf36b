// Reads and writes of webhooks. Every read is strongly consistent.
import { requireWebhook } from '../../domain/webhooks/webhooks.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import type { Write } from '../commit/commit.ts';
import { buildVersionedWrite } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { getItem } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import type { TenantSession } from './tenant-session.ts';
import { webhookFields, webhookKeys } from './items.ts';

/** One webhook: one request. Refuses with webhook_not_found. */
export async function readWebhook(session: TenantSession, id: string): Promise<Webhook> {
  return requireWebhook(await findWebhook(session, id), id);
}

/** One webhook, deleted ones too; undefined if there is none: one request. */
export async function findWebhook(
  session: TenantSession,
  id: string,
): Promise<Webhook | undefined> {
  if (!isId('whk', id)) return undefined;
  const item = await getItem(session, webhookKeys.webhook(session.tenant, id));
  return item && webhookFields.fromItem(item);
}

/** The webhook that a mutation changes, read by readToDecide. Refuses with webhook_not_found. */
export async function readWebhookToChange(session: Session, id: string): Promise<Webhook> {
  const wanted = isId('whk', id) ? [webhookKeys.webhook(session.tenant, id)] : [];
  const [item] = await readToDecide(session, wanted);
  return fromWebhookItem(id, item);
}

function fromWebhookItem(id: string, item: Item | undefined): Webhook {
  return requireWebhook(item && webhookFields.fromItem(item), id);
}

/** All webhooks of the tenant, oldest first, without the deleted ones: one request, as they are few. */
export async function listWebhooks({ store, tenant }: TenantSession): Promise<Webhook[]> {
  const items = await runWholeQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': webhookKeys.webhooks(tenant) },
    ConsistentRead: true,
  });
  return items.map(webhookFields.fromItem).filter(({ deletedAt }) => deletedAt === undefined);
}

/** Adds the webhook, or replaces it, provided that it has not changed meanwhile. */
export function buildWebhookWrite(session: Session, webhook: Webhook): Write {
  const item = webhookFields.toItem(webhookKeys.webhook(session.tenant, webhook.id), webhook);
  return buildVersionedWrite(session, item, webhook.version);
}
