// Rules that fail: their condition cannot be evaluated on what they are judged on. The tenant decides
// whether such a rule denies or is skipped (docs/rules.md, Failing rules).
import type { SourcePosition } from '../cel/cel-fault.ts';
import type { FailingRuleMode } from '../general-ledger/settings.ts';
import type { SkippedRule } from '../journal/entry-draft.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

/** A rule whose condition could not be evaluated on a posting or on a loan transaction. */
export interface RuleFailure {
  readonly productId: string;
  readonly ruleId: string;
  /** The index of the journal entry and, for a posting, its position in the entry, from 1. */
  readonly entry: number;
  readonly position?: number;
  readonly message: string;
  /** Where in the condition. */
  readonly source: SourcePosition;
}

/** What happens to failing rules in one request. */
export interface FailureHandling {
  /** DENY while absent. */
  readonly failingRules?: FailingRuleMode | undefined;
  /** Reports every failure, also of a rule that denies. */
  readonly reportFailure?: ((failure: RuleFailure) => void) | undefined;
}

/** The skipped rules of an entry leave room in its record for its lines and postings. */
const SKIPPED_BYTES_MAX = 100_000;
/** A message quotes the condition, which may be ten times as long. */
const MESSAGE_CHARACTERS_MAX = 200;

/** Collects the rules that failed and were skipped. */
export class FailingRules {
  readonly #handling: FailureHandling;
  readonly #skipped: RuleFailure[] = [];

  constructor(handling: FailureHandling) {
    this.#handling = handling;
  }

  /** Reports the failure, and skips the rule if the tenant does. Refuses with policy_denied otherwise. */
  handle(failure: RuleFailure): void {
    const { failingRules, reportFailure } = this.#handling;
    reportFailure?.(failure);
    if (failingRules !== 'SKIP') throw new Refusal('policy_denied', describeFailure(failure));
    this.#skipped.push(failure);
  }

  /**
   * Lists the rules that were skipped on an entry, once for its postings and once for its transaction.
   * Refuses with entry_too_large when they are more than its record can hold.
   */
  listSkipped(entry: number): SkippedRule[] {
    const failures = this.#skipped.filter((failure) => failure.entry === entry);
    const groups = Map.groupBy(failures, ({ productId, ruleId, position }) =>
      JSON.stringify([productId, ruleId, position === undefined]),
    );
    const skipped = [...groups.values()].flatMap((group) => toSkippedRule(group));
    refuseIf(
      Buffer.byteLength(JSON.stringify(skipped)) > SKIPPED_BYTES_MAX,
      'entry_too_large',
      'More rules fail on the entry than its record can name as skipped.',
    );
    return skipped;
  }
}

function toSkippedRule(failures: readonly RuleFailure[]): SkippedRule[] {
  const [first] = failures;
  if (!first) return [];
  const positions = failures.flatMap(({ position }) => position ?? []);
  return [
    {
      product_id: first.productId,
      rule_id: first.ruleId,
      ...(positions.length > 0 && { positions }),
      error: { message: cutMessage(first.message), ...first.source },
    },
  ];
}

function cutMessage(message: string): string {
  return message.slice(0, MESSAGE_CHARACTERS_MAX).toWellFormed();
}

function describeFailure({ ruleId, message, source: { line, column } }: RuleFailure): string {
  return `Rule ${ruleId} cannot be evaluated: line ${line}, column ${column}: ${message}.`;
}
