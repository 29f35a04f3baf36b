// The assertions by which services sign in with their keys: each is good for one request.
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { errors } from 'oidc-provider';
import type { AdapterPayload } from 'oidc-provider';
import { ArtifactStorage } from './artifacts.ts';

/** The provider looks for an assertion before it stores it; two requests at once would both find none. */
export class ClientAssertionStorage extends ArtifactStorage {
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const useId = randomUUID();
    const command = new PutCommand({
      TableName: this.table.name,
      Item: { ...this.item(id, payload, expiresIn), use_id: useId },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.table.documents.send(command);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The SDK repeats a call without an answer, and the first one may have been carried out.
      if (error.Item?.['use_id']?.S === useId) return;
      throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
    }
  }
}
