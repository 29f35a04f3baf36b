// The conditions of a policy statement, as far as our policies use them. Any other condition is
// refused when the template is read: ignoring one would grant too much.
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { compileIamPattern } from './iam-pattern.ts';

/** Of one call, by condition key; a key that the call does not have is absent. */
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

/** All of them must hold. Throws for an operator or a key that the runner does not know. */
export function readConditions(block: Json | undefined, what: string): PolicyCondition[] {
  if (block === undefined) return [];
  if (!isObject(block)) throw new Error(`${what}: Condition must be an object.`);
  return Object.entries(block).flatMap(([operator, keys]) => {
    if (!isObject(keys)) throw new Error(`${what}: ${operator} must be an object.`);
    return Object.entries(keys).map(([key, values]) => {
      if (!KNOWN_KEYS.has(key)) {
        throw new Error(`${what}: the local runner does not know the condition key ${key}.`);
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
    throw new Error(`${what}: the local runner does not know the condition operator ${operator}.`);
  }
  const tests = wanted.map(known.test);
  const isMet = (value: string) =>
    tests.some((test) => test(value)) !== (known.isNegative ?? false);
  // Over no values, ForAllValues is true and ForAnyValue is false.
  if (quantifier === 'ForAllValues:') return (context) => (context[key] ?? []).every(isMet);
  return (context) => (context[key] ?? []).some(isMet);
}
