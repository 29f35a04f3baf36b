// Storage for the OpenID Provider's codes, tokens, grants, sessions and interactions.
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { errors, Provider } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityTable, IdentityItem } from './identity-table.ts';
import { commitIdentityWrites } from './commit-identity-writes.ts';
import { endSession, isLivingSession, NOT_ENDED, toSessionEntryItem } from './operator-sessions.ts';
import {
  listGrants,
  readAuthorizations,
  toAuthorizationAttributes,
} from './session-authorizations.ts';

interface ArtifactUse {
  readonly isFirst: boolean;
  readonly grantId?: string;
}

/**
 * Stores one kind of artifact. The provider itself refuses expired artifacts; `ttl` only lets DynamoDB
 * delete them. A used refresh token is kept until then, so that its reuse is detected.
 */
export class ArtifactStorage implements Adapter {
  readonly table: IdentityTable;
  readonly model: string;

  constructor(table: IdentityTable, model: string) {
    this.table = table;
    this.model = model;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const item = await readItem(this.table, identityKeys.artifact(this.model, id));
    return item && { ...fromArtifactItem(item), jti: id };
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const item = this.item(id, payload, expiresIn);
    await this.table.documents.send(new PutCommand({ TableName: this.table.name, Item: item }));
  }

  /** Marks as used, once: of several requests with the same value one succeeds. */
  async consume(id: string): Promise<void> {
    const { isFirst, grantId } = await this.markUsed(id);
    if (isFirst) return;
    if (grantId !== undefined) await this.revokeByGrantId(grantId);
    throw new errors.InvalidGrant('already used');
  }

  /** Marks as used unless that happened before, and then returns the grant of the artifact. */
  async markUsed(id: string): Promise<ArtifactUse> {
    const useId = randomUUID();
    try {
      await this.table.documents.send(new UpdateCommand(this.use(id, useId)));
      return { isFirst: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { use_id: usedBy, grant_id: grant } = error.Item ?? {};
      // The SDK repeats a call without an answer, and the first one may have been carried out.
      return { isFirst: usedBy?.S === useId, grantId: grant?.S };
    }
  }

  async destroy(id: string): Promise<void> {
    await this.table.documents.send(
      new DeleteCommand({ TableName: this.table.name, Key: identityKeys.artifact(this.model, id) }),
    );
  }

  /** Every redemption reads the grant first, so deleting it invalidates everything issued under it. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.table.documents.send(
      new DeleteCommand({
        TableName: this.table.name,
        Key: identityKeys.artifact('Grant', grantId),
      }),
    );
  }

  async findByUid(_uid: string): Promise<AdapterPayload | undefined> {
    throw new Error(`${this.model} is not found by uid`);
  }

  async findByUserCode(): Promise<AdapterPayload | undefined> {
    throw new Error('The device flow is off');
  }

  use(id: string, useId: string) {
    return {
      TableName: this.table.name,
      Key: identityKeys.artifact(this.model, id),
      UpdateExpression: 'SET used_at = :now, use_id = :use',
      ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(used_at)',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000), ':use': useId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    };
  }

  item(id: string, payload: AdapterPayload, expiresIn = 0): IdentityItem {
    return {
      ...identityKeys.artifact(this.model, id),
      body: JSON.stringify(removeSessionIds(payload)),
      grant_id: payload.grantId,
      ttl: payload.exp ?? Math.floor(Date.now() / 1000) + expiresIn,
    };
  }
}

/** Sessions are also found by their uid, which clients' tokens carry and which grants no access. */
export class SessionStorage extends ArtifactStorage {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const item = await readItem(this.table, identityKeys.artifact(this.model, id));
    return isLivingSession(item) ? { ...fromSessionItem(item), jti: id } : undefined;
  }

  /** Stores a session, unless it has ended meanwhile. What it has authorized meanwhile stays. */
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const item = this.item(id, payload, expiresIn);
    const pointer = {
      ...identityKeys.artifact('SessionUid', payload.uid ?? ''),
      ttl: item.ttl,
      session: item.PK,
    };
    const TableName = this.table.name;
    const others = [pointer, ...buildSessionEntries(item, payload)];
    const { PK, SK, ...attributes } = { ...item, ...toAuthorizationAttributes(payload) };
    const Update = { TableName, Key: { PK, SK }, ConditionExpression: NOT_ENDED };
    await commitIdentityWrites(this.table, [
      { Update: { ...Update, ...buildAssignments(attributes) } },
      ...others.map((Item) => ({ Put: { TableName, Item } })),
    ]);
  }

  override async destroy(id: string): Promise<void> {
    await endSession(this.table, identityKeys.artifact(this.model, id));
  }

  override async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const key = identityKeys.artifact('SessionUid', uid);
    const pointer = await readItem(this.table, key);
    const item =
      pointer && (await readItem(this.table, { PK: String(pointer.session), SK: key.SK }));
    return isLivingSession(item) ? fromSessionItem(item) : undefined;
  }
}

function buildAssignments(attributes: IdentityItem) {
  const assigned = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${assigned.map((_, index) => `#${index} = :${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(
      assigned.map(([name], index) => [`#${index}`, name]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      assigned.map(([, value], index) => [`:${index}`, value]),
    ),
  };
}

// A session belongs to an operator from the sign-in on.
function buildSessionEntries(item: IdentityItem, payload: AdapterPayload): IdentityItem[] {
  const { accountId, uid, loginTs, authorizations = {} } = payload;
  if (accountId === undefined || uid === undefined) return [];
  const entry = toSessionEntryItem({
    operatorId: accountId,
    uid,
    startedAt: Number(loginTs),
    ttl: item.ttl,
    session: String(item.PK),
    grants: Object.fromEntries(listGrants(authorizations)),
    address: Provider.ctx?.ip ?? '',
    browser: Provider.ctx?.get('user-agent') ?? '',
  });
  return [entry];
}

// The cookie or token holds the id, so only its hash is stored: a reader of the table must not learn it.
function removeSessionIds(payload: AdapterPayload): AdapterPayload {
  const session = payload.session && { ...payload.session, cookie: undefined };
  return { ...payload, jti: undefined, session };
}

function fromSessionItem(item: IdentityItem): AdapterPayload {
  return { ...fromArtifactItem(item), authorizations: readAuthorizations(item) };
}

function fromArtifactItem(item: IdentityItem): AdapterPayload {
  const payload: AdapterPayload = JSON.parse(String(item.body));
  return item.used_at === undefined ? payload : { ...payload, consumed: item.used_at };
}
