// The identity of a mutation: the key of its receipt, and the hash that distinguishes a repeat from another request.
//
// Powertools supplies the record, the hash of the payload and the comparison of the two. Its own flow
// does not run, because only the mutation's transaction may write a receipt (ADR 001).
import { IdempotencyConfig, IdempotencyValidationError } from '@aws-lambda-powertools/idempotency';
import {
  BasePersistenceLayer,
  IdempotencyRecord,
} from '@aws-lambda-powertools/idempotency/persistence';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import type { Outcome } from './outcome.ts';
import { readAnswerText } from './receipt-events.ts';

// Stored receipts hold this hash, so its form must not change: SHA-256 over the fingerprint as JSON, in
// Base64.
const config = new IdempotencyConfig({
  payloadValidationJmesPath: 'fingerprint',
  hashFunction: 'sha256',
});

class ReceiptLayer extends BasePersistenceLayer {
  readonly #key: string;
  /** The record of this request, once `saveInProgress` has run. */
  record: IdempotencyRecord | undefined;

  constructor(key: string) {
    super();
    this.#key = key;
    this.configure({ config });
  }

  // The receipt's key belongs to the tenant, without the layer's prefix.
  protected override getHashedIdempotencyKey(): string {
    return this.#key;
  }

  /**
   * Called before the operation. A state "in progress" is never stored, so this only keeps the record.
   */
  protected override async _putRecord(record: IdempotencyRecord): Promise<void> {
    this.record = record;
  }

  protected override async _updateRecord(): Promise<void> {
    throw new Error('only the transaction of a mutation writes its receipt');
  }

  protected override async _deleteRecord(): Promise<void> {
    throw new Error('a receipt is never deleted');
  }

  protected override async _getRecord(): Promise<IdempotencyRecord> {
    throw new Error('a receipt is read by readReceipt');
  }
}

export class RequestIdentity {
  readonly receiptKey: Key;
  /** The hash of the fingerprint, as the receipt stores it. */
  readonly payloadHash: string;
  readonly #layer: ReceiptLayer;
  readonly #fingerprint: string;

  private constructor(key: Key, fingerprint: string, layer: ReceiptLayer) {
    if (!layer.record?.payloadHash) throw new Error('the fingerprint was not hashed');
    this.receiptKey = key;
    this.payloadHash = layer.record.payloadHash;
    this.#layer = layer;
    this.#fingerprint = fingerprint;
  }

  /** Identifies a mutation by its tenant, its Idempotency-Key and its fingerprint (ADR 001). */
  static async of(
    { tenant, idempotencyKey }: { readonly tenant: string; readonly idempotencyKey: string },
    fingerprint: string,
    remainingMs: number,
  ): Promise<RequestIdentity> {
    const key = keys.receipt(tenant, idempotencyKey);
    const layer = new ReceiptLayer(key.PK);
    await layer.saveInProgress({ fingerprint }, remainingMs);
    return new RequestIdentity(key, fingerprint, layer);
  }

  /** The outcome that the receipt under this request's key means: `replayed`, or `mismatch`. */
  toOutcome(receipt: Item): Outcome {
    try {
      this.#layer.processExistingRecord(toRecord(receipt), { fingerprint: this.#fingerprint });
    } catch (error) {
      if (error instanceof IdempotencyValidationError) return { kind: 'mismatch' };
      throw error;
    }
    return { kind: 'replayed', status: Number(receipt['status']), text: readAnswerText(receipt) };
  }
}

function toRecord(receipt: Item): IdempotencyRecord {
  return new IdempotencyRecord({
    idempotencyKey: receipt.PK,
    status: 'COMPLETED',
    payloadHash: receipt['fingerprint'] as string,
  });
}
