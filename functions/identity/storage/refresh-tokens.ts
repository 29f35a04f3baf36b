// Refresh tokens rotate in one transaction, so that the replacement is persisted atomically
// (ADR 021). The provider consumes the old one and saves the new one in two calls; a crash in
// between would lock the operator out, and two requests at once would both succeed. So the first
// call is only noted, and the second writes both.
import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { Artifacts } from './artifacts.ts';
import { keys, type Item } from './identity-table.ts';
import { transact } from './transact.ts';

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
    const TableName = this.table.name;
    const { ReturnValuesOnConditionCheckFailure: _, ...use } = this.use(oldId);
    const Key = keys.artifact('Grant', grantId);
    const rotated = await transact(this.table, [
      { Update: use },
      { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
      { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(PK)' } },
    ]);
    if (rotated) return;
    await this.revokeByGrantId(grantId);
    throw new errors.InvalidGrant('refresh token already used or revoked');
  }
}
