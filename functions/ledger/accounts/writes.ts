// Builds the writes for decisions on accounts.
import type { Account } from '../../domain/accounts/accounts.ts';
import type { AccountMetadata } from '../../domain/accounts/metadata.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew } from '../commit/conditional-writes.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import { accountStateFields, toAccountItem, toExternalIdItem } from './items.ts';

/** Opens an account: its terms, its balance of zero and, if it has one, its external id. */
export function buildAccountWrites({ store, tenant }: Session, account: Account): Write[] {
  const { ledgerTable } = store;
  const { terms, state } = account;
  return [
    buildPutNew(ledgerTable, toAccountItem(tenant, account)),
    buildPutNew(ledgerTable, accountStateFields.toItem(keys.balance(tenant, state.id), state)),
    // The loser of a race for the external id tries again, and then reads which account has it.
    ...(terms.externalId === undefined
      ? []
      : [buildPutNew(ledgerTable, toExternalIdItem(tenant, terms.externalId, terms.id))]),
  ];
}

/** Replaces the metadata, provided that no other request did so meanwhile. */
export function buildMetadataWrite(
  { store, tenant }: Session,
  { terms, metadata }: Account & { readonly metadata: AccountMetadata },
): Write {
  const seen = metadata.version - 1;
  return {
    action: {
      Put: {
        TableName: store.ledgerTable,
        Item: toAccountItem(tenant, { terms, metadata }),
        ...(seen === 0
          ? { ConditionExpression: 'attribute_not_exists(metadata_version)' }
          : {
              ConditionExpression: 'metadata_version = :seen',
              ExpressionAttributeValues: { ':seen': BigInt(seen) },
            }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: 'retry',
  };
}

/** Changes nothing; succeeds only if the account is ACTIVE. */
export function buildActiveCheck({ store, tenant }: Session, accountId: string): Write {
  return {
    action: {
      ConditionCheck: {
        TableName: store.ledgerTable,
        Key: keys.balance(tenant, accountId),
        ConditionExpression: '#status = :active',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':active': 'ACTIVE' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: 'retry',
  };
}
