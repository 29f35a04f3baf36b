// Refresh tokens rotate in one transaction (specification 5: "the replacement is persisted
// atomically"). The provider consumes the old one and saves the new one in two calls; a crash in
// between would lock the operator out, and two requests at once would both succeed. So the first
// call is only noted, and the second writes both.
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { Artifacts } from './artifacts.ts';
import { keys, type Item } from './identity-table.ts';

const CONFLICT_ATTEMPTS = 4;
const CONFLICT_DELAY_MS = 25;

interface Noted {
  id: string;
  consume: () => Promise<void>;
}

const noted = new WeakMap<object, Noted>();

/** Runs a request; a token it noted and did not replace is used up before the answer leaves. */
export async function settleConsumption(
  context: { status: number },
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const left = noted.get(context);
  if (left !== undefined && context.status < 400) await left.consume();
}

export class RefreshTokens extends Artifacts {
  override async consume(id: string): Promise<void> {
    const context = Provider.ctx;
    if (context === undefined) return super.consume(id);
    noted.set(context, { id, consume: () => super.consume(id) });
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const context = Provider.ctx;
    const old = context && noted.get(context);
    if (context === undefined || old === undefined) return super.upsert(id, payload, expiresIn);
    await this.#rotate(old.id, this.item(id, payload, expiresIn), payload.grantId ?? '');
    noted.delete(context);
  }

  async #rotate(oldId: string, item: Item, grantId: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.table.documents.send(this.#rotation(oldId, item, grantId));
        return;
      } catch (error) {
        const reasons = cancellationReasons(error);
        if (reasons.includes('ConditionalCheckFailed')) {
          await this.revokeByGrantId(grantId);
          throw new errors.InvalidGrant('refresh token already used or revoked');
        }
        if (!reasons.includes('TransactionConflict') || attempt === CONFLICT_ATTEMPTS) throw error;
        await sleep(Math.random() * CONFLICT_DELAY_MS * 2 ** attempt);
      }
    }
  }

  #rotation(oldId: string, item: Item, grantId: string): TransactWriteCommand {
    const TableName = this.table.name;
    const { ReturnValuesOnConditionCheckFailure: _, ...use } = this.use(oldId);
    return new TransactWriteCommand({
      TransactItems: [
        { Update: use },
        { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
        {
          ConditionCheck: {
            TableName,
            Key: keys.artifact('Grant', grantId),
            ConditionExpression: 'attribute_exists(PK)',
          },
        },
      ],
    });
  }
}

function cancellationReasons(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = '' }) => Code);
}
