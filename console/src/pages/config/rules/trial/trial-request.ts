// A rule that is tried: the request to the API, and its answer in counts.
import type {
  EvaluateRulesRequest,
  NewRule,
  RuleEvaluation,
} from '../../../../../../client/client.ts';
import { parseJsonText } from '../../editing/json-text.ts';

type TrialBody = EvaluateRulesRequest['body'];

interface RuleTrialInput {
  readonly rule: NewRule;
  /** JSON. */
  readonly sample: string;
  /** How many of the newest postings it is tried on, too. */
  readonly count?: number;
}

/** Builds the request; undefined if the sample is not JSON. A rule that is off is tried as if it were on. */
export function buildTrialBody({ rule, sample, count }: RuleTrialInput): TrialBody | undefined {
  const reading = parseJsonText(sample, 'object');
  if (reading.kind !== 'value') return undefined;
  return {
    sample: reading.value as TrialBody['sample'],
    rules: [{ ...rule, enabled: true }],
    applies_to: chooseSubject(rule.applies_to ?? []),
    ...(count !== undefined && { newest_postings: count }),
  };
}

/** Chooses what of several subjects the sample is. */
export function chooseSubject(names: readonly string[]): string {
  const [first = 'POSTING'] = names;
  return names.includes('POSTING') ? 'POSTING' : first;
}

/** Reads how many postings to try; undefined for anything but 1 to 100. */
export function parseCount(text: string): number | undefined {
  if (!/^\d{1,3}$/.test(text.trim())) return undefined;
  const count = Number.parseInt(text, 10);
  return count >= 1 && count <= 100 ? count : undefined;
}

type TrialPostings = NonNullable<RuleEvaluation['newest_postings']>['items'];

/** What a rule does to one posting or sample. */
export type RuleEffectName = 'deny' | 'fee' | 'report' | 'error' | 'nothing';

/** Names what the one rule that was tried does to a posting. */
export function nameEffect({ rules }: TrialPostings[number]): RuleEffectName {
  const [tried] = rules;
  if (tried === undefined) return 'nothing';
  if (tried.outcome === 'ERROR') return 'error';
  if (tried.effect === 'DENY') return 'deny';
  return tried.effect === 'CHARGE_FEE' ? 'fee' : 'report';
}

/** Counts the postings by what the rule does to them. */
export function countEffects(postings: TrialPostings): Readonly<Record<RuleEffectName, number>> {
  const counts = { deny: 0, fee: 0, report: 0, error: 0, nothing: 0 };
  for (const posting of postings) counts[nameEffect(posting)] += 1;
  return counts;
}
