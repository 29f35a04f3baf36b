// The queue of a contended account at the store: its intents and its lease (ADR 125).
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { batchGetTables } from '../../store/batch-get.ts';
import type { Item } from '../../store/item.ts';
import { keys } from '../../store/keys.ts';
import type { Key } from '../../store/keys.ts';
import { runQuery } from '../../store/merged-lists.ts';
import { callStore, isConditionMet } from '../../store/store.ts';
import type { Store } from '../../store/store.ts';
import type { TransactItem } from '../ledger-change.ts';
import type { SentWrites } from '../transaction/sent-writes.ts';
import { buildQueuePartition, INTENT_PREFIX, LEASE_KEY, toIntentItem } from './intents.ts';
import type { QueuedIntent } from './intents.ts';

/** The time after which others may combine in place of a process that has ended. */
const LEASE_MS = 2_000;
const LEASE_KEPT_SECONDS = 3_600;

/** More than one transaction can hold. */
const READ_MAX = 40;

/** What a waiting request sees of its queue. */
export interface QueueView {
  /** Whether its intent still waits. */
  readonly isWaiting: boolean;
  /** Whether some process combines. */
  readonly isLed: boolean;
  /** The receipt under the key of the request, if it is there. */
  readonly receipt: Item | undefined;
}

/** The queue of one account. */
export class AccountQueue {
  readonly accountId: string;
  readonly partition: string;
  readonly #store: Store;
  readonly #table: string;
  readonly #tenant: string;

  constructor(store: Store, table: string, tenant: string, accountId: string) {
    this.#store = store;
    this.#table = table;
    this.#tenant = tenant;
    this.accountId = accountId;
    this.partition = buildQueuePartition(tenant, accountId);
  }

  /** Puts the intent. A try without an answer may put it later: `sent` notes it. */
  async put(intent: QueuedIntent, sent: SentWrites): Promise<void> {
    const command = new PutCommand({ TableName: this.#table, Item: toIntentItem(intent) });
    sent.watch(command, this.#store.deadline);
    await callStore(this.#store, (until) => this.#store.documents.send(command, until));
  }

  /**
   * Reads, strongly consistently, whether the intent waits, whether someone combines, and the receipt: one request,
   * but not one moment. An intent that is gone without a receipt may have been posted since the receipt was read.
   */
  async view({ key: { PK, SK }, idempotencyKey }: QueuedIntent): Promise<QueueView> {
    const { receiptsTable } = this.#store;
    const found = await batchGetTables(this.#store, {
      [this.#table]: [
        { PK, SK },
        { PK, SK: LEASE_KEY },
      ],
      [receiptsTable]: [keys.receipt(this.#tenant, idempotencyKey)],
    });
    const items = found[this.#table] ?? [];
    const held = items.find((item) => item.SK === LEASE_KEY);
    return {
      isWaiting: items.some((item) => item.SK === SK),
      isLed: held !== undefined && Number(held['expires_at']) > Date.now(),
      receipt: found[receiptsTable]?.[0],
    };
  }

  /** The oldest intents: one request. */
  async readOldest(): Promise<Item[]> {
    const { Items: items } = await runQuery(this.#store, {
      TableName: this.#table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :intents)',
      ExpressionAttributeValues: { ':partition': this.partition, ':intents': INTENT_PREFIX },
      Limit: READ_MAX,
      ConsistentRead: true,
    });
    return items;
  }

  /** The part of a transaction that demands the intent, and deletes it. */
  buildDeletion({ PK, SK }: Key): TransactItem {
    return { Delete: { TableName: this.#table, Key: { PK, SK }, ...WHERE_PRESENT } };
  }

  /** Deletes the intent; false if it was gone. */
  remove({ PK, SK }: Key): Promise<boolean> {
    const input = { TableName: this.#table, Key: { PK, SK }, ...WHERE_PRESENT };
    return this.#sendIf(new DeleteCommand(input));
  }

  /** Takes or keeps the lease; false if another process has it. */
  takeLease(holder: string): Promise<boolean> {
    const now = Date.now();
    const command = new PutCommand({
      TableName: this.#table,
      Item: {
        PK: this.partition,
        SK: LEASE_KEY,
        holder,
        expires_at: BigInt(now + LEASE_MS),
        ttl: BigInt(Math.ceil(now / 1_000) + LEASE_KEPT_SECONDS),
      },
      ConditionExpression: 'attribute_not_exists(PK) OR expires_at < :now OR holder = :holder',
      ExpressionAttributeValues: { ':now': BigInt(now), ':holder': holder },
    });
    return this.#sendIf(command);
  }

  /** Ends the holder's lease; false if another process has taken it. */
  releaseLease(holder: string): Promise<boolean> {
    const command = new DeleteCommand({
      TableName: this.#table,
      Key: { PK: this.partition, SK: LEASE_KEY },
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    });
    return this.#sendIf(command);
  }

  #sendIf(command: PutCommand | DeleteCommand): Promise<boolean> {
    const { documents } = this.#store;
    const sent = callStore<unknown>(this.#store, (until) =>
      command instanceof PutCommand
        ? documents.send(command, until)
        : documents.send(command, until),
    );
    return isConditionMet(sent);
  }
}

const WHERE_PRESENT = { ConditionExpression: 'attribute_exists(PK)' } as const;
