// Receipts of versions before the evidence log have no salt and no partition of the feed. Their adoption adds
// both, and nothing else of a receipt changes (ADR 107). Only `npm run evidence` writes here: no role may.
import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { computeReceiptDigest } from '../commit/receipt-digest.ts';
import { readAnswerText } from '../commit/receipt-events.ts';
import { readReceiptEvents } from '../commit/receipt-feed.ts';
import { evidenceKeys } from '../evidence/keys.ts';
import { hex, readText } from '../store/attributes.ts';
import { RECEIPT_INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { putReceipt, recordMaintenance } from './maintenance-receipts.ts';

/** The operation that the receipt of a finished adoption names. */
export const ADOPTION_OPERATION = 'adoptReceipts';

const ADOPTION_KEY = 'adoption';

const SALT_BYTES = 16;

/** Whether the receipt is of a version before the evidence log, or claims to be. */
export function isEarlierReceipt(receipt: Item): boolean {
  return receipt['salt'] === undefined;
}

/** What is wrong with a receipt of an earlier version, in a sentence; undefined if it may be adopted. */
export function findAdoptionFault(receipt: Item): string | undefined {
  const { digest, [RECEIPT_INDEXES.feed.partition]: feed } = receipt;
  if (feed !== undefined) return 'It is in the feed, and has no salt.';
  try {
    readReceiptEvents(receipt);
    // Those of the earliest versions have no digest either.
    const isAsWritten =
      digest === undefined || hex(receipt, 'digest') === computeReceiptDigest(receipt);
    return isAsWritten ? undefined : 'Its digest is not that of its content.';
  } catch (error) {
    return `It cannot be read: ${String(error)}`;
  }
}

/** What an adoption adds to a receipt, and its leaf states. */
export interface AdoptionMark {
  readonly salt: Uint8Array;
  readonly adoptedAt: string;
}

/** The mark of a receipt that is adopted for the first time. */
export function buildAdoptionMark(at: Date): AdoptionMark {
  return { salt: randomBytes(SALT_BYTES), adoptedAt: at.toISOString() };
}

/** Adds what the log needs of a receipt. False if it was adopted meanwhile. */
export async function adoptReceipt(
  store: Store,
  receipt: Item,
  { salt, adoptedAt }: AdoptionMark,
): Promise<boolean> {
  const { digest: _, ...written } = receipt;
  const [, tenant = ''] = receipt.PK.split('#');
  const adopted: Item = {
    ...written,
    PK: receipt.PK,
    SK: receipt.SK,
    // One partition is enough for what is written once.
    [RECEIPT_INDEXES.feed.partition]: evidenceKeys.feed(tenant, 0),
    salt,
    adopted_at: adoptedAt,
  };
  const Item = { ...adopted, digest: Buffer.from(computeReceiptDigest(adopted), 'hex') };
  return putReceipt(store, Item, 'attribute_exists(PK) AND attribute_not_exists(salt)');
}

/** When the adoption of the tenant's receipts was finished; undefined if it was not. One request. */
export async function readAdoptionEnd(store: Store, tenant: string): Promise<string | undefined> {
  const receipt = await readAdoptionReceipt(store, tenant);
  return receipt && readText(receipt, 'at');
}

/** Whether all receipts of earlier versions are in the feed: none was damaged. One request. */
export async function isEachReceiptAdopted(store: Store, tenant: string): Promise<boolean> {
  const receipt = await readAdoptionReceipt(store, tenant);
  if (!receipt) return false;
  const { damaged } = JSON.parse(readAnswerText(receipt)) as AdoptionStatement;
  return damaged === 0;
}

async function readAdoptionReceipt(store: Store, tenant: string): Promise<Item | undefined> {
  const command = new GetCommand({
    TableName: store.receiptsTable,
    Key: keys.receipt(tenant, ADOPTION_KEY),
    ConsistentRead: true,
  });
  const { Item: found } = await callStore(store, (until) => store.documents.send(command, until));
  return found as Item | undefined;
}

/** What an adoption has amounted to. */
export interface AdoptionStatement {
  /** Receipts that were adopted, by this run and those before it. */
  readonly adopted: number;
  /** Receipts that are damaged, and stay as they are. */
  readonly damaged: number;
  /** The time of the oldest adopted receipt. */
  readonly oldest: string | undefined;
}

/**
 * Records that the adoption is finished, by a receipt: the log then states it too. From then on a receipt
 * without salt is none of an earlier version. False if another run has recorded it.
 */
export async function recordAdoption(
  store: Store,
  tenant: string,
  { actor, statement }: { readonly actor: string; readonly statement: AdoptionStatement },
): Promise<boolean> {
  return recordMaintenance(store, tenant, {
    operation: ADOPTION_OPERATION,
    idempotencyKey: ADOPTION_KEY,
    actor,
    statement,
    at: new Date(),
  });
}
