// Refresh tokens rotate in one transaction, so that the replacement is persisted atomically (ADR 021).
// The provider consumes the old token and saves the new one in two calls: a crash between them would
// lock the operator out, and two concurrent requests would both succeed. So the first call is only
// noted, and the second writes both.
import { randomUUID } from 'node:crypto';
import { errors, Provider } from 'oidc-provider';
import type { AdapterPayload } from 'oidc-provider';
import { ArtifactStorage } from './artifacts.ts';
import { identityKeys } from './identity-table.ts';
import type { IdentityItem } from './identity-table.ts';
import { commitIdentityWrites } from './commit-identity-writes.ts';

interface PendingConsumption {
  readonly id: string;
  readonly consume: () => Promise<void>;
}

const pendingConsumptions = new WeakMap<object, PendingConsumption>();

/** Runs a request. A token that it noted and did not replace is consumed before the answer is sent. */
export async function settleConsumption(
  context: { status: number },
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const left = pendingConsumptions.get(context);
  if (left !== undefined && context.status < 400) await left.consume();
}

export class RefreshTokenStorage extends ArtifactStorage {
  override async consume(id: string): Promise<void> {
    const context = Provider.ctx;
    if (context === undefined) return super.consume(id);
    pendingConsumptions.set(context, { id, consume: () => super.consume(id) });
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const context = Provider.ctx;
    const old = context && pendingConsumptions.get(context);
    if (context === undefined || old === undefined) return super.upsert(id, payload, expiresIn);
    await this.#rotate(old.id, this.item(id, payload, expiresIn), payload.grantId ?? '');
    pendingConsumptions.delete(context);
  }

  /**
   * The provider destroys a token to end its sign-in, and ends the grant after it. If that failed, the next try would
   * find no token, and the sign-in would continue.
   */
  override async destroy(id: string): Promise<void> {
    const { grantId } = (await this.find(id)) ?? {};
    if (grantId !== undefined) await this.revokeByGrantId(grantId);
    await super.destroy(id);
  }

  async #rotate(oldId: string, item: IdentityItem, grantId: string): Promise<void> {
    const TableName = this.table.name;
    const { ReturnValuesOnConditionCheckFailure: _, ...use } = this.use(oldId, randomUUID());
    const Key = identityKeys.artifact('Grant', grantId);
    const rotated = await commitIdentityWrites(this.table, [
      { Update: use },
      { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(PK)' } },
      { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(PK)' } },
    ]);
    if (rotated) return;
    await this.revokeByGrantId(grantId);
    throw new errors.InvalidGrant('refresh token already used or revoked');
  }
}
