// Builds the writes for decisions on accounts.
import type { Account } from '../../domain/accounts/accounts.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew } from '../commit/conditional-writes.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import { accountStateFields, accountTermsFields } from './items.ts';

/** Opens an account: its terms and its balance of zero. */
export function buildAccountWrites({ store, tenant }: Session, { terms, state }: Account): Write[] {
  const { ledgerTable } = store;
  return [
    buildPutNew(ledgerTable, accountTermsFields.toItem(keys.account(tenant, terms.id), terms)),
    buildPutNew(ledgerTable, accountStateFields.toItem(keys.balance(tenant, state.id), state)),
  ];
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
