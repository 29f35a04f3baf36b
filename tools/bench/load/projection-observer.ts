// Observes ledger_activity in its table, because reading it through the API would add load.
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { requireProjectionsTable } from '../../../functions/ledger/projections/items.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { openLocalProjections } from '../../../commands/projections/connect.ts';
import type { LedgerConnection } from '../../../commands/verification/connect.ts';

const TENANT = 'aurora';
const GENERATION = { projection: 'ledger_activity', generation: 1 } as const;
const KEYS_MAX = 100;
const LOOK_MS = 50;

export class ProjectionObserver {
  readonly #store: Store;
  readonly #table: string;

  constructor(connection: LedgerConnection) {
    this.#store = openLocalProjections(connection);
    this.#table = requireProjectionsTable(this.#store);
  }

  /** Which of the entries exist; checks the first hundred only. */
  async seen(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const wanted = ids.slice(0, KEYS_MAX).map((id) => keys.projection(TENANT, GENERATION, id));
    const RequestItems = {
      [this.#table]: { Keys: wanted, ConsistentRead: true, ProjectionExpression: 'SK' },
    };
    const answer = await this.#store.documents.send(new BatchGetCommand({ RequestItems }));
    return (answer.Responses?.[this.#table] ?? []).map(({ SK }) => String(SK));
  }

  /** Waits for that many entries; returns the rate per second, from the first ones on. */
  async rateUntil(all: number): Promise<number> {
    let first: { count: number; at: number } | undefined;
    for (;;) {
      const count = await this.#count();
      const at = performance.now();
      if (count >= all && first) return ((count - first.count) / (at - first.at)) * 1_000;
      if (count > 0) first ??= { count, at };
      await sleep(LOOK_MS);
    }
  }

  close(): void {
    this.#store.documents.destroy();
  }

  async #count(): Promise<number> {
    let count = 0;
    let start: Record<string, unknown> | undefined;
    do {
      const command = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'PK = :list',
        ExpressionAttributeValues: { ':list': keys.projections(TENANT, GENERATION) },
        Select: 'COUNT',
        ExclusiveStartKey: start,
        ConsistentRead: true,
      });
      const page = await this.#store.documents.send(command);
      count += page.Count ?? 0;
      start = page.LastEvaluatedKey;
    } while (start);
    return count;
  }
}
