// What someone can do who writes to every table and bucket, and has the code of the product: rewrite history so
// that its records agree with each other again. Each attack is on a tenant of its own.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ObjectLockBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { readCurrency, toMinorUnits } from '../../../functions/domain/values/money.ts';
import { accountEntryFields } from '../../../functions/ledger/accounts/entry-items.ts';
import { computeReceiptDigest } from '../../../functions/ledger/commit/receipt-digest.ts';
import { computeChainHash, GENESIS_HASH } from '../../../functions/ledger/journal/hash-chain.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { readAllItems } from '../stack/tables.ts';
import type { TestTables } from '../stack/tables.ts';

export interface AttackedTables {
  readonly tables: TestTables;
  readonly engine: DynamoDBDocumentClient;
}

const isReceipt = ({ PK }: Item) => PK.split('#')[2] === 'RCP';

/** All that the tables have of a tenant. */
export async function listTenantItems({ tables }: AttackedTables, tenant: string): Promise<Item[]> {
  const items = [await readAllItems(tables.ledger), await readAllItems(tables.receipts)].flat();
  return items.filter(({ PK }) => PK.startsWith(`T#${tenant}#`));
}

function chooseTable({ tables }: AttackedTables, item: Item): string {
  return isReceipt(item) ? tables.receipts : tables.ledger;
}

export async function putItems(attacked: AttackedTables, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const TableName = chooseTable(attacked, item);
    await attacked.engine.send(new PutCommand({ TableName, Item: item }));
  }
}

export async function removeItems(attacked: AttackedTables, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const { PK, SK } = item;
    const TableName = chooseTable(attacked, item);
    await attacked.engine.send(new DeleteCommand({ TableName, Key: { PK, SK } }));
  }
}

/** Puts the tenant's part of the tables back to what it was. */
export async function restoreItems(
  attacked: AttackedTables,
  tenant: string,
  backup: readonly Item[],
): Promise<void> {
  await removeItems(attacked, await listTenantItems(attacked, tenant));
  await putItems(attacked, backup);
}

/** The records of one tenant that name one of these, in any of their parts. */
export function findTraces(items: readonly Item[], names: readonly string[]): Item[] {
  return items.filter((item) => {
    const text = readWholeText(item);
    return names.some((name) => text.includes(name));
  });
}

function readWholeText(item: Item): string {
  const { answer, payloads } = unpackReceipt(item);
  const rest = JSON.stringify(item, (_, value: unknown) => {
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return [rest, answer, payloads].join('\n');
}

function unpackReceipt(item: Item) {
  if (!isReceipt(item)) return { answer: '', payloads: '' };
  const answer = inflateRawSync(item['answer'] as Uint8Array);
  const packed = item['payloads'] as Uint8Array | undefined;
  const payloads = packed ? inflateRawSync(packed, { dictionary: answer }).toString() : '';
  return { answer: answer.toString(), payloads };
}

/** Amounts in minor units: what is stored, and what is to be stored instead. */
export type ChangedAmounts = ReadonlyMap<bigint, bigint>;

/**
 * Replaces amounts in all records, and computes the chains of the accounts, and the digests of the receipts
 * again. The amounts must occur nowhere else.
 */
export function rewriteAmounts(tenant: string, items: readonly Item[], amounts: ChangedAmounts) {
  const replaced = items.map((item) => replaceValues(item, { amounts, hashes: new Map() }) as Item);
  const hashes = chainAgain(tenant, replaced);
  return replaced.map((item) => {
    const chained = replaceValues(item, { amounts: new Map(), hashes }) as Item;
    if (!isReceipt(chained)) return chained;
    const rewritten = rewriteReceipt(chained, { amounts, hashes });
    return { ...rewritten, digest: Buffer.from(computeReceiptDigest(rewritten), 'hex') };
  });
}

interface Replacements {
  readonly amounts: ChangedAmounts;
  /** Hexadecimal. */
  readonly hashes: ReadonlyMap<string, string>;
}

function replaceValues(value: unknown, changes: Replacements): unknown {
  if (typeof value === 'bigint') return changes.amounts.get(value) ?? value;
  if (value instanceof Uint8Array) {
    const hash = changes.hashes.get(Buffer.from(value).toString('hex'));
    return hash === undefined ? value : Buffer.from(hash, 'hex');
  }
  if (Array.isArray(value)) return value.map((part) => replaceValues(part, changes));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, replaceValues(part, changes)]);
  return Object.fromEntries(parts);
}

// The hashes of all account entries, and what they become.
function chainAgain(tenant: string, items: readonly Item[]): Map<string, string> {
  const entries = items
    .filter(({ PK }) => PK.split('#')[2] === 'ENT')
    .map((item) => accountEntryFields.fromItem(item))
    .toSorted((one, other) => one.sequence - other.sequence);
  const heads = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const { id, amount, balanceAfter, reference = '', hash, ...entry } of entries) {
    const head = computeChainHash(heads.get(entry.accountId) ?? GENESIS_HASH, {
      ...entry,
      tenant,
      entryId: id,
      amountMinor: toMinorUnits(amount),
      currency: readCurrency(amount),
      balanceAfterMinor: toMinorUnits(balanceAfter),
      reference,
    });
    heads.set(entry.accountId, head);
    hashes.set(hash, head);
  }
  return hashes;
}

function rewriteReceipt(receipt: Item, changes: Replacements): Item {
  const { answer, payloads } = unpackReceipt(receipt);
  const text = rewriteText(answer, changes);
  const dictionary = Buffer.from(text);
  return {
    ...receipt,
    answer: deflateRawSync(text),
    ...(payloads !== '' && {
      payloads: deflateRawSync(rewriteText(payloads, changes), { dictionary }),
    }),
  };
}

function rewriteText(text: string, { amounts, hashes }: Replacements): string {
  const pairs = [...[...amounts].map((pair) => pair.map(formatMinorUnits)), ...hashes];
  return pairs.reduce((all, [from = '', to = '']) => all.replaceAll(`"${from}"`, `"${to}"`), text);
}

function formatMinorUnits(units: bigint): string {
  return `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
}

/** The files of a tenant's log, by their path below its prefix. */
export async function readLogFiles(
  bucket: ObjectLockBucket,
  tenant: string,
): Promise<Map<string, Buffer>> {
  const prefix = `${tenant}/`;
  const list = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix });
  const { Contents = [] } = await bucket.client.send(list);
  const files = new Map<string, Buffer>();
  for (const { Key = '' } of Contents) {
    files.set(Key.slice(prefix.length), (await readWholeObject(bucket, Key)) ?? Buffer.of());
  }
  return files;
}

/** Writes new versions over the files, and hides the others; the locked versions stay below. */
export async function replaceLogFiles(
  bucket: ObjectLockBucket,
  tenant: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const place = (path: string) => ({ Bucket: bucket.name, Key: `${tenant}/${path}` });
  for (const path of (await readLogFiles(bucket, tenant)).keys()) {
    if (!files.has(path)) await bucket.client.send(new DeleteObjectCommand(place(path)));
  }
  for (const [path, Body] of files) {
    const input = { ...place(path), Body, ChecksumAlgorithm: 'SHA256' } as const;
    await bucket.client.send(new PutObjectCommand(input));
  }
}
