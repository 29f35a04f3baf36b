// The variables of controls (docs/controls.md), and their types.
import type { AccountState } from '../accounts/accounts.ts';
import { accountStatus } from '../accounts/transitions.ts';
import { DECIMAL, INT, MAP, mapOf, NULL, STRING, TIMESTAMP } from '../cel/checker/cel-types.ts';
import type { VariableTypes } from '../cel/checker/check-scope.ts';
import { Decimal } from '../cel/decimal.ts';
import { Timestamp } from '../cel/time.ts';
import type { Product } from '../products/products.ts';
import { NO_CURRENCY, readCurrency } from '../values/money.ts';
import type { ActorKind } from '../values/service-subjects.ts';
import type { ChangeSubject } from './change-subjects.ts';

/** What only some operations have; each has `request`, `actor` and `now`. */
export type ControlVariable = 'amount' | 'currency' | 'account' | 'product';

export interface ControlActor {
  /** The `sub` of the token. */
  readonly id: string;
  readonly kind: ActorKind;
}

const SHARED = {
  request: MAP,
  actor: mapOf({ id: STRING, kind: STRING }),
  now: TIMESTAMP,
};

const OWN: Readonly<Record<ControlVariable, VariableTypes[string]>> = {
  amount: DECIMAL,
  currency: STRING,
  account: [
    ...mapOf({
      id: STRING,
      product_id: STRING,
      status: STRING,
      currency: STRING,
      balance: DECIMAL,
      version: INT,
    }),
    ...NULL,
  ],
  product: [...mapOf({ id: STRING, type: STRING, version: INT, config: MAP }), ...NULL],
};

/** The types of the variables of a control on an operation that has these. */
export function listControlVariableTypes(own: readonly ControlVariable[]): VariableTypes {
  return { ...SHARED, ...Object.fromEntries(own.map((name) => [name, OWN[name]])) };
}

/** Members that hold one of a few texts: comparing them with another text would never match. */
export const CLOSED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'actor.kind': ['OPERATOR', 'SERVICE'] satisfies ActorKind[],
  'account.status': accountStatus.states,
};

/** What the conditions of one request have in common. */
export interface ControlledCall {
  readonly actor: ControlActor;
  readonly now: Date;
}

/** The records that a subject names; absent if they do not exist, or no condition needs them. */
export interface SubjectRecords {
  readonly account?: AccountState | undefined;
  readonly product?: Product | undefined;
}

/** Builds the variables by which a control judges one subject, besides the request. */
export function buildControlVariables(
  { actor, now }: ControlledCall,
  { amount }: ChangeSubject,
  { account, product }: SubjectRecords,
): Readonly<Record<string, unknown>> {
  const currency = readCurrency(amount);
  return {
    actor,
    now: Timestamp.ofDate(now),
    amount: Decimal.ofMoney(amount),
    currency: currency === NO_CURRENCY ? '' : currency,
    account: account ? toAccountMembers(account) : null,
    product: product ? toProductMembers(product) : null,
  };
}

function toAccountMembers({ id, productId, status, balance, version }: AccountState) {
  return {
    id,
    product_id: productId,
    status,
    currency: readCurrency(balance),
    balance: Decimal.ofMoney(balance),
    version: BigInt(version),
  };
}

function toProductMembers({ id, type, version, config }: Product) {
  return { id, type, version: BigInt(version), config };
}
