// Postings as the ledger stores them, written straight into its tables: no client on the same two cores could post
// so many a second over HTTP.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalStore } from '../../../commands/verification/connect.ts';
import { readAnswerText } from '../../../functions/ledger/commit/receipt-events.ts';
import { toReceiptItem } from '../../../functions/ledger/commit/receipts.ts';
import { RequestIdentity } from '../../../functions/ledger/commit/request-identity.ts';
import { batchGet } from '../../../functions/ledger/store/batch-get.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { scanSegment } from '../../../functions/ledger/store/table-scans.ts';
import { buildAccountBody, buildCreditBody } from '../../samples/request-bodies.ts';
import type { RunningProduct } from '../load/running-product.ts';
import { writeItems } from '../load/seeded-journal.ts';

export const TENANT = 'aurora';

/** As many as one request writes. */
const BATCH = 25;
const OPERATION = 'postJournalEntry';
const SHARDS = 4;

/** A posting that the product made, from which others are copied. */
interface PostedTemplate {
  readonly id: string;
  readonly journalItem: Item;
  readonly answer: string;
  readonly actor: string;
}

export class SealedLoad {
  /** The journal entries that were written, in their order. */
  readonly written: string[] = [];
  readonly #tables: {
    readonly endpoint: string;
    readonly ledger: string;
    readonly receipts: string;
  };
  readonly #template: PostedTemplate;
  readonly #newId = buildIdGenerator(SHARDS);

  private constructor({ stack }: RunningProduct, template: PostedTemplate) {
    const { endpoint, ledger_table: ledger, receipts_table: receipts } = stack.ledger;
    this.#tables = { endpoint, ledger, receipts };
    this.#template = template;
  }

  /** Posts one entry over HTTP, of which the load is made. */
  static async prepare(product: RunningProduct): Promise<SealedLoad> {
    const post = (path: string, body: object) =>
      product.requireSuccess({
        method: 'POST',
        path,
        permission: 'finance.write',
        body,
        key: randomUUID(),
      });
    const account = JSON.parse(await post('/api/accounts', buildAccountBody())) as { id: string };
    await post('/api/journal-entries', buildCreditBody(account.id, '1.00'));
    const store = openLocalStore(product.stack.ledger);
    try {
      return new SealedLoad(product, await readTemplate(store));
    } finally {
      store.documents.destroy();
    }
  }

  /** Writes so many receipts a second, with their journal entries; resolves when all are written. */
  async run(perSecond: number, seconds: number): Promise<void> {
    const startedAt = performance.now();
    const batches = (perSecond * seconds) / BATCH;
    const writing: Promise<void>[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      await sleep(Math.max(0, startedAt + (batch * BATCH * 1_000) / perSecond - performance.now()));
      writing.push(this.#write());
    }
    await Promise.all(writing);
  }

  async #write(): Promise<void> {
    const postings = await Promise.all(Array.from({ length: BATCH }, () => this.#build()));
    const { endpoint, ledger, receipts } = this.#tables;
    // The receipt last: a sealer that finds it needs the entry.
    await writeItems(
      { endpoint, table: ledger },
      postings.map(({ entry }) => entry),
    );
    await writeItems(
      { endpoint, table: receipts },
      postings.map(({ receipt }) => receipt),
    );
    this.written.push(...postings.map(({ id }) => id));
  }

  async #build() {
    const { id: before, journalItem, answer, actor } = this.#template;
    const at = new Date();
    const next = this.#newId(at);
    const id = next('jrn');
    const identity = await RequestIdentity.of(
      { tenant: TENANT, idempotencyKey: randomUUID() },
      id,
      1_000,
    );
    const author = { tenant: TENANT, operation: OPERATION, actor, correlationId: randomUUID() };
    const text = answer.replaceAll(before, id);
    const event = {
      id: next('evt'),
      type: 'journal_entry.posted',
      aggregateId: id,
      version: 1,
      payloadAt: '',
    };
    const receipt = toReceiptItem(
      { ...author, identity, shards: SHARDS },
      { status: 201, text },
      [event],
      at,
    );
    // The proof of an entry is sought among the receipts of its time.
    const own = { ...keys.journalEntry(TENANT, id), posted_at: at.toISOString() };
    return { id, receipt, entry: { ...journalItem, ...own } };
  }
}

async function readTemplate(store: Store): Promise<PostedTemplate> {
  const segment = { table: store.receiptsTable, tenant: TENANT, number: 0, of: 1 };
  for await (const page of scanSegment(store, segment)) {
    const receipt = page.find(({ operation }) => operation === OPERATION);
    if (!receipt) continue;
    const answer = readAnswerText(receipt);
    const { id } = JSON.parse(answer) as { id: string };
    const [journalItem] = await batchGet(store, store.ledgerTable, [keys.journalEntry(TENANT, id)]);
    if (journalItem) return { id, journalItem, answer, actor: String(receipt['actor']) };
  }
  throw new Error('The posting left no receipt.');
}
