// What the oracle knows of an operation.
import type {
  SentRequest,
  OracleBody,
  TenantState,
  OracleExchange,
} from './histories/oracle-state.ts';

/** What is expected of an answer that is not a refusal. */
export interface ExpectedAnswer {
  readonly body: unknown;
  readonly books: TenantState;
  /** The journal entries that the answer says were posted. */
  readonly entries?: readonly unknown[];
}

export interface OracleRule {
  readonly status: 200 | 201;
  /** Says no to what is wrong in itself, before any receipt or record is looked at. */
  readonly check?: (body: OracleBody) => void;
  /** Carries it out on the books, or says no. What nobody can know is taken from the exchange. */
  readonly carryOut: (
    books: TenantState,
    asked: SentRequest,
    exchange: OracleExchange,
  ) => ExpectedAnswer;
}

/** The identifier that was given, if it is one of that kind and no other record's. */
export function requireFreshId(
  given: unknown,
  prefix: string,
  taken: ReadonlyMap<string, unknown>,
): string {
  const isOne = typeof given === 'string' && given.startsWith(`${prefix}_`) && !taken.has(given);
  return isOne ? given : `a new ${prefix}_`;
}

/** The time that was given, if it is one and not before the other. */
export function requireNotBefore(given: unknown, earliest: string): string {
  const isTime = typeof given === 'string' && /^\d{4}-.*\.\d{3}Z$/.test(given);
  return isTime && given >= earliest ? given : `not before ${earliest}`;
}

/** The sentence that was given, if there is one. */
export function requireSentence(given: unknown): string {
  return typeof given === 'string' && given.length > 0 ? given : 'a sentence';
}
