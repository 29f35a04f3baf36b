// Evaluates the conditions that our policies use. Any other condition is refused when the template is
// read, because ignoring it would grant too much.
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { compileIamPattern } from './iam-pattern.ts';

/** The values of one call by condition key; a key without values is absent. */
export type IamContext = Readonly<Record<string, readonly string[]>>;

export type PolicyCondition = (context: IamContext) => boolean;

/** The condition keys that the runner can evaluate. */
const KNOWN_KEYS = new Set(['dynamodb:LeadingKeys']);

interface ConditionOperator {
  readonly isNegative?: true;
  test(wanted: string): (value: string) => boolean;
}

const buildEqualsTest: ConditionOperator['test'] = (wanted) => (value) => value === wanted;
const buildLikeTest: ConditionOperator['test'] = (wanted) => compileIamPattern(wanted).matches;

const conditionOperators: Record<string, ConditionOperator> = {
  StringEquals: { test: buildEqualsTest },
  StringNotEquals: { test: buildEqualsTest, isNegative: true },
  StringLike: { test: buildLikeTest },
  StringNotLike: { test: buildLikeTest, isNegative: true },
};

/** All conditions must hold. Throws for an operator or a key that the runner does not support. */
export function readConditions(block: Json | undefined, what: string): PolicyCondition[] {
  if (block === undefined) return [];
  if (!isObject(block)) throw new Error(`${what}: Condition must be an object.`);
  return Object.entries(block).flatMap(([operator, keys]) => {
    if (!isObject(keys)) throw new Error(`${what}: ${operator} must be an object.`);
    return Object.entries(keys).map(([key, values]) => {
      if (!KNOWN_KEYS.has(key)) {
        throw new Error(`${what}: the local runner does not support the condition key ${key}.`);
      }
      return readCondition(operator, key, [values].flat().map(String), what);
    });
  });
}

function readCondition(
  operator: string,
  key: string,
  wanted: string[],
  what: string,
): PolicyCondition {
  if (operator === 'Null') {
    const isAbsence = wanted[0] === 'true';
    return (context) => (context[key] === undefined) === isAbsence;
  }
  const [, quantifier = '', name = ''] =
    /^(ForAllValues:|ForAnyValue:)?(\w+)$/.exec(operator) ?? [];
  const known = Object.hasOwn(conditionOperators, name) ? conditionOperators[name] : undefined;
  if (!known || quantifier === '') {
    throw new Error(
      `${what}: the local runner does not support the condition operator ${operator}.`,
    );
  }
  const tests = wanted.map(known.test);
  const isMet = (value: string) =>
    tests.some((test) => test(value)) !== (known.isNegative ?? false);
  // As in IAM, ForAllValues holds for a call without values, and ForAnyValue does not.
  if (quantifier === 'ForAllValues:') return (context) => (context[key] ?? []).every(isMet);
  return (context) => (context[key] ?? []).some(isMet);
}
