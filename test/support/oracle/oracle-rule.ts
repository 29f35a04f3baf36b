// The form in which the oracle models an operation.
import type {
  SentRequest,
  OracleBody,
  TenantState,
  OracleExchange,
} from './histories/oracle-state.ts';

/** The expected parts of an answer that is not a refusal. */
export interface ExpectedAnswer {
  readonly body: unknown;
  readonly state: TenantState;
  /** The status, where it is not that of the rule. */
  readonly status?: number;
  /** The journal entries that the answer says were posted. */
  readonly entries?: readonly unknown[];
}

export interface OracleRule {
  readonly status: 200 | 201 | 202;
  /** Whether the operation is a PUT, which changes records although it is answered 200. */
  readonly isPut?: boolean;
  /** Refuses a body that is invalid in itself, before any receipt or record is read. */
  readonly check?: (body: OracleBody) => void;
  /**
   * Executes the request on the state, or refuses it. Values that cannot be predicted are taken
   * from the exchange.
   */
  readonly carryOut: (
    state: TenantState,
    sent: SentRequest,
    exchange: OracleExchange,
  ) => ExpectedAnswer;
}

/** The given identifier, if it has the prefix and no other record has it. */
export function requireFreshId(
  given: unknown,
  prefix: string,
  taken: ReadonlyMap<string, unknown>,
): string {
  const isFresh = typeof given === 'string' && given.startsWith(`${prefix}_`) && !taken.has(given);
  return isFresh ? given : `a new ${prefix}_`;
}

/** The given time, if it is valid and not before the other. */
export function requireNotBefore(given: unknown, earliest: string): string {
  const isTime = typeof given === 'string' && /^\d{4}-.*\.\d{3}Z$/.test(given);
  return isTime && given >= earliest ? given : `not before ${earliest}`;
}

/** The given sentence, if there is one. */
export function requireSentence(given: unknown): string {
  return typeof given === 'string' && given.length > 0 ? given : 'a sentence';
}
