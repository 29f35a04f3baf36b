// What a mutation has decided: its writes, its events and its answer.
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Refusal, RefusalCode } from '../../domain/refusals/refusals.ts';
import type { EventDraft } from './receipt-events.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write, and what the failure of its condition means: a refusal, or a lost race to retry. */
export interface Write {
  readonly action: TransactItem;
  readonly otherwise: RefusalCode | 'retry';
}

export interface LedgerChange {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
  /** The answer's HTTP status and its body, as the contract defines them. */
  readonly status: number;
  readonly body: unknown;
  /**
   * Writes what the change needs outside the ledger, before the commit. It is not called for a change that waits
   * for an approval. What it has written stays when the commit then fails.
   */
  readonly beforeCommit?: () => Promise<void>;
  /** For previews: why the decision fails its request. */
  readonly obstacle?: Refusal;
  /** For previews: the change of an operation that this one carries out, or that waits for an approval. */
  readonly effect?: LedgerChange;
}

/** The number of items in one transaction. */
export const ITEMS_MAX = 100;

export function describeTooManyItems(count: number): string {
  return `The request would write ${count} items; one transaction holds ${ITEMS_MAX}.`;
}
