// What an operator types to make or change a rule, and the requests that it makes.
import type { NewRule, Rule, RuleChange } from '../../../../../client/client.ts';
import { formatBody, formatJsonText, parseJsonText } from '../editing/json-text.ts';
import type { TypedRequest } from '../editing/typed-request.ts';

export interface RuleInput {
  readonly id: string;
  readonly type: string;
  readonly condition: string;
  /** JSON. */
  readonly action: string;
  readonly priority: string;
  readonly isEnabled: boolean;
  readonly judgesPostings: boolean;
  readonly judgesLoanTransactions: boolean;
  /** One in a line. */
  readonly otherNames: string;
}

const NEW_RULE = {
  id: '',
  rule_type: '',
  condition: '',
  action: { type: 'DENY', message: '' },
  priority: 100,
  enabled: true,
  applies_to: ['POSTING'],
};

const POSTING = 'POSTING';
const LOAN_TRANSACTION = 'LOAN_TRANSACTION';

export function toRuleInput(rule: Rule | undefined): RuleInput {
  const { id, rule_type: type, condition, action, ...terms } = rule ?? NEW_RULE;
  const names = terms.applies_to;
  return {
    id,
    type,
    condition,
    action: formatJsonText(action),
    priority: `${terms.priority}`,
    isEnabled: terms.enabled,
    judgesPostings: names.includes(POSTING),
    judgesLoanTransactions: names.includes(LOAN_TRANSACTION),
    otherNames: names.filter((name) => ![POSTING, LOAN_TRANSACTION].includes(name)).join('\n'),
  };
}

/** The members of the input that cannot be sent as they are. */
export type RuleFault = 'type' | 'priority' | 'action';

export function findRuleFaults(input: RuleInput): readonly RuleFault[] {
  const isActionRead = parseJsonText(input.action, 'object').kind === 'value';
  return [
    ...(input.type.trim() === '' ? (['type'] as const) : []),
    ...(parsePriority(input.priority) === undefined ? (['priority'] as const) : []),
    ...(isActionRead ? [] : (['action'] as const)),
  ];
}

/** Lists what the rule applies to. */
export function listRuleSubjects(input: RuleInput): string[] {
  const others = input.otherNames.split('\n').map((name) => name.trim());
  return [
    ...(input.judgesPostings ? [POSTING] : []),
    ...(input.judgesLoanTransactions ? [LOAN_TRANSACTION] : []),
    ...others.filter((name) => name !== ''),
  ];
}

/** The input as the request has it; what has faults is text. */
export function describeRule(input: RuleInput): unknown {
  const reading = parseJsonText(input.action, 'object');
  return {
    ...(input.id.trim() !== '' && { id: input.id.trim() }),
    rule_type: input.type,
    condition: input.condition,
    action: reading.kind === 'value' ? reading.value : input.action,
    priority: parsePriority(input.priority) ?? input.priority,
    enabled: input.isEnabled,
    applies_to: listRuleSubjects(input),
  };
}

/** Builds the rule of the input; undefined while it has faults. */
export function buildNewRule(input: RuleInput): NewRule | undefined {
  return findRuleFaults(input).length === 0 ? (describeRule(input) as NewRule) : undefined;
}

/** Builds the request that creates the rule; undefined while the input has faults. */
export function buildRuleRequest(input: RuleInput): TypedRequest<NewRule> | undefined {
  const body = buildNewRule(input);
  return body && { body, text: formatBody(body, { action: input.action }) };
}

/**
 * Builds the request that changes the rule; undefined while the input has faults. It names only what the
 * operator has changed, so that what others have changed meanwhile stays.
 */
export function buildRuleChange(
  input: RuleInput,
  basis: RuleInput,
): TypedRequest<RuleChange> | undefined {
  const next = buildNewRule(input);
  if (next === undefined) return undefined;
  const before = describeRule(basis) as NewRule;
  const { condition, action, priority, enabled, applies_to } = next;
  const changed = Object.entries({ condition, action, priority, enabled, applies_to }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof NewRule]),
  );
  const body: RuleChange = Object.fromEntries(changed);
  return { body, text: formatBody(body, { action: input.action }) };
}

function parsePriority(text: string): number | undefined {
  if (!/^-?\d{1,16}$/.test(text.trim())) return undefined;
  const priority = Number.parseInt(text, 10);
  return Number.isSafeInteger(priority) ? priority : undefined;
}
