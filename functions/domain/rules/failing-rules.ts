// Rules that fail: their condition cannot be evaluated on what they are judged on. The tenant decides
// whether such a rule denies or is skipped (docs/rules.md, Failing rules).
import type { SourcePosition } from '../cel/cel-fault.ts';
import type { FailingRuleMode } from '../general-ledger/settings.ts';
import type { SkippedRule } from '../journal/entry-draft.ts';
import { Refusal } from '../refusals/refusals.ts';

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

  /** Lists the rules that were skipped on an entry, once for its postings and once for its transaction. */
  listSkipped(entry: number): SkippedRule[] {
    const failures = this.#skipped.filter((failure) => failure.entry === entry);
    const groups = Map.groupBy(failures, ({ productId, ruleId, position }) =>
      JSON.stringify([productId, ruleId, position === undefined]),
    );
    return [...groups.values()].flatMap((group) => toSkippedRule(group));
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
      error: { message: first.message, ...first.source },
    },
  ];
}

function describeFailure({ ruleId, message, source: { line, column } }: RuleFailure): string {
  return `Rule ${ruleId} cannot be evaluated: line ${line}, column ${column}: ${message}.`;
}
