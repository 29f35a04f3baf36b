// Reads and writes of the deliveries of webhooks, and of what is known of their receivers. They are no records of the
// ledger: they say what was sent, are replaced as they go, and end a month after their last change.
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Delivery } from '../../domain/webhooks/deliveries.ts';
import type { DeliveryState } from '../../domain/webhooks/transitions.ts';
import type { WebhookHealth } from '../../domain/webhooks/webhook-health.ts';
import type { StreamImage } from '../commit/receipt-feed.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import { listFiltered } from '../store/filtered-lists.ts';
import { WEBHOOK_INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { readKeyTenant } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { buildRangeAfter, listMerged } from '../store/merged-lists.ts';
import type { KeyRange, Listing } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { callStore, fromAttributes, isConditionMet } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import {
  deliveryFields,
  healthFields,
  toDeliveryItem,
  toHealthItem,
  webhookKeys,
} from './items.ts';
import type { TenantSession } from './tenant-session.ts';

/** A delivery with the tenant that owns it. */
export interface OwnedDelivery {
  readonly tenant: string;
  readonly delivery: Delivery;
}

/** Adds a delivery unless there is one: one request. */
export async function addDelivery(session: TenantSession, delivery: Delivery): Promise<void> {
  await putIf(session, toDeliveryItem(session.tenant, delivery), {
    ConditionExpression: 'attribute_not_exists(PK)',
  });
}

/** Replaces the delivery of the revision before; returns false if there is another: one request. */
export function replaceDelivery(session: TenantSession, delivery: Delivery): Promise<boolean> {
  const item = toDeliveryItem(session.tenant, delivery);
  return putIf(session, item, buildRevisionCondition(delivery.revision));
}

type PutCondition = Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

function buildRevisionCondition(revision: number): PutCondition {
  return {
    ConditionExpression: 'revision = :before',
    ExpressionAttributeValues: { ':before': BigInt(revision - 1) },
  };
}

async function putIf(
  { store }: TenantSession,
  item: Item,
  condition: PutCondition,
): Promise<boolean> {
  const command = new PutCommand({
    TableName: requireWebhooksTable(store),
    Item: item,
    ...condition,
  });
  return isConditionMet(callStore(store, (until) => store.documents.send(command, until)));
}

/** The delivery of an event to a webhook; undefined if there is none: one request. */
export async function findDelivery(
  { store, tenant }: TenantSession,
  webhookId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  if (!isId('whk', webhookId) || !isId('evt', eventId)) return undefined;
  const item = await readWebhooksItem(store, webhookKeys.delivery(tenant, webhookId, eventId));
  return item && deliveryFields.fromItem(item);
}

/** As findDelivery. Refuses with webhook_delivery_not_found. */
export async function readDelivery(
  session: TenantSession,
  webhookId: string,
  eventId: string,
): Promise<Delivery> {
  const delivery = await findDelivery(session, webhookId, eventId);
  if (delivery) return delivery;
  throw buildNotFound(eventId);
}

function buildNotFound(eventId: string): Refusal {
  const message = `There is no delivery of the event ${eventId.slice(0, 64)}.`;
  return new Refusal('webhook_delivery_not_found', message);
}

const ALL_EVENTS: KeyRange = { from: 'evt_', to: 'evt_~' };

/**
 * A page of the deliveries of a webhook, newest event first, all or those in a state. Those that are PENDING or DEAD,
 * which are few, come from an index, which follows within moments; a page of those that are DELIVERED, which are most,
 * passes over the others, and may be short. Refuses with invalid_cursor.
 */
export async function listDeliveries(
  { store, tenant }: TenantSession,
  { webhookId, state }: { readonly webhookId: string; readonly state?: DeliveryState },
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Page<Delivery>> {
  const order = 'newest first';
  const listing: Listing = {
    table: requireWebhooksTable(store),
    partitions: [webhookKeys.deliveries(tenant, webhookId)],
    range: buildRangeAfter(ALL_EVENTS, order, after),
    order,
    spread: 'any',
  };
  if (state === 'DELIVERED') {
    const page = await listFiltered(store, listing, { state }, limit);
    return { ...page, items: page.items.map(deliveryFields.fromItem) };
  }
  const index = state && WEBHOOK_INDEXES[state === 'PENDING' ? 'pending' : 'dead'];
  const listed = { ...listing, ...(index && { index }) };
  const { items, hasMore } = await listMerged(store, listed, limit);
  return toPage(items.map(deliveryFields.fromItem), hasMore, items.at(-1)?.SK);
}

/** The most events that one request redrives. */
const REDRIVEN_MAX = 100;

/** The oldest events of which the webhook has a dead letter, and whether there are more. */
export async function listDeadEvents(
  { store, tenant }: TenantSession,
  webhookId: string,
): Promise<{ readonly eventIds: readonly string[]; readonly hasMore: boolean }> {
  const { items, hasMore } = await listMerged(
    store,
    {
      table: requireWebhooksTable(store),
      partitions: [webhookKeys.deliveries(tenant, webhookId)],
      range: ALL_EVENTS,
      order: 'oldest first',
      spread: 'any',
      index: WEBHOOK_INDEXES.dead,
    },
    REDRIVEN_MAX,
  );
  return { eventIds: items.map(({ SK }) => SK), hasMore };
}

/** Refuses with webhook_delivery_not_found unless the webhook has a delivery of each event. */
export async function requireDeliveries(
  { store, tenant }: TenantSession,
  webhookId: string,
  eventIds: readonly string[],
): Promise<void> {
  const wanted = eventIds
    .filter((id) => isId('evt', id))
    .map((id) => webhookKeys.delivery(tenant, webhookId, id));
  const found = new Set((await batchGetOf(store, wanted)).map(({ SK }) => SK));
  const missing = eventIds.find((id) => !found.has(id));
  if (missing !== undefined) throw buildNotFound(missing);
}

/** What is known of the receivers of these webhooks, by their ids: one request. */
export async function readHealthOfAll(
  { store, tenant }: TenantSession,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, WebhookHealth>> {
  const items = await batchGetOf(
    store,
    webhookIds.map((id) => webhookKeys.health(tenant, id)),
  );
  return new Map(items.map(healthFields.fromItem).map((one) => [one.webhookId, one]));
}

function batchGetOf(store: Store, wanted: readonly Key[]): Promise<Item[]> {
  return batchGet(store, requireWebhooksTable(store), wanted);
}

/** A page of what is due, and the key after which the next one starts; undefined on the last. */
export interface DuePage {
  readonly due: readonly OwnedDelivery[];
  readonly next: Readonly<Record<string, unknown>> | undefined;
}

/** The deliveries of all tenants whose next attempt is due, in the fixed order of the index: one request. */
export async function readDuePage(
  store: Store,
  now: Date,
  start: DuePage['next'],
): Promise<DuePage> {
  const command = new ScanCommand({
    TableName: requireWebhooksTable(store),
    IndexName: WEBHOOK_INDEXES.pending.name,
    FilterExpression: 'due_at <= :now',
    ExpressionAttributeValues: { ':now': now.toISOString() },
    ExclusiveStartKey: start,
  });
  const page = await callStore(store, (until) => store.documents.send(command, until));
  const due = ((page.Items ?? []) as Item[]).map(toOwnedDelivery);
  return { due, next: page.LastEvaluatedKey };
}

/** Reads a delivery from the stream of its table; undefined if the image is none. */
export function readStreamedDelivery(image: StreamImage): OwnedDelivery | undefined {
  const item = fromAttributes(image as Record<string, AttributeValue>);
  return item['receipt_key'] === undefined ? undefined : toOwnedDelivery(item);
}

function toOwnedDelivery(item: Item): OwnedDelivery {
  return { tenant: readKeyTenant(item.PK), delivery: deliveryFields.fromItem(item) };
}

/** What is known of the receiver of a webhook; undefined if nothing is: one request. */
export async function readHealth(
  { store, tenant }: TenantSession,
  webhookId: string,
): Promise<WebhookHealth | undefined> {
  const item = await readWebhooksItem(store, webhookKeys.health(tenant, webhookId));
  return item && healthFields.fromItem(item);
}

/** Replaces what was known of the receiver in the revision before; returns false if there is another: one request. */
export function replaceHealth(
  session: TenantSession,
  { revision = 1, ...health }: WebhookHealth,
): Promise<boolean> {
  const item = toHealthItem(session.tenant, { ...health, revision });
  // Earlier versions counted no revisions.
  if (revision === 1) {
    return putIf(session, item, { ConditionExpression: 'attribute_not_exists(revision)' });
  }
  return putIf(session, item, buildRevisionCondition(revision));
}

/** An item of the table of webhooks, strongly consistent: one request. */
export function readWebhooksItem(store: Store, key: Key): Promise<Item | undefined> {
  return getItem({ store }, key, requireWebhooksTable(store));
}

/** The name of the table; throws if the function has none. */
export function requireWebhooksTable({ webhooksTable }: Store): string {
  if (webhooksTable === undefined) throw new Error('the function has no table of webhooks');
  return webhooksTable;
}
