// Evaluates the conditions that our policies use. Any other condition is refused when the template is
// read, because ignoring it would grant too much.
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { compileConditionPattern } from './iam-pattern.ts';

/** The values of one call by condition key; a key without values is absent. */
export type IamContext = Readonly<Record<string, readonly string[]>>;

export type PolicyCondition = (context: IamContext) => boolean;

/** The condition keys that the runner can evaluate. */
const KNOWN_KEY = /^(?:dynamodb:LeadingKeys|aws:TagKeys|aws:RequestTag\/[\w-]+|kms:ViaService)$/;

/** Those that have one value: their conditions take no quantifier. */
const SINGLE_KEY = /^kms:ViaService$/;

interface ConditionOperator {
  readonly isNegative?: true;
  readonly hasWildcards: boolean;
}

const CONDITION_OPERATORS: Record<string, ConditionOperator> = {
  StringEquals: { hasWildcards: false },
  StringNotEquals: { hasWildcards: false, isNegative: true },
  StringLike: { hasWildcards: true },
  StringNotLike: { hasWildcards: true, isNegative: true },
};

/** All conditions must hold. Throws for an operator or a key that the runner does not support. */
export function readConditions(block: Json | undefined, what: string): PolicyCondition[] {
  if (block === undefined) return [];
  if (!isObject(block)) throw new Error(`${what}: Condition must be an object.`);
  return Object.entries(block).flatMap(([operator, keys]) => {
    if (!isObject(keys)) throw new Error(`${what}: ${operator} must be an object.`);
    return Object.entries(keys).map(([key, values]) => {
      if (!KNOWN_KEY.test(key)) {
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
  const known = Object.hasOwn(CONDITION_OPERATORS, name) ? CONDITION_OPERATORS[name] : undefined;
  if (!known || (quantifier === '') !== SINGLE_KEY.test(key)) {
    throw new Error(
      `${what}: the local runner does not support the condition operator ${operator}.`,
    );
  }
  const patterns = wanted.map((text) => compileConditionPattern(text, known.hasWildcards));
  return (context) => {
    const found = patterns.map((pattern) => pattern((variable) => context[variable]?.[0]));
    // As in IAM, a statement does not apply to a call that lacks one of its variables.
    if (found.includes(undefined)) return false;
    const isMet = (value: string) =>
      found.some((pattern) => pattern?.matches(value)) !== (known.isNegative ?? false);
    const values = context[key] ?? [];
    // As in IAM, ForAllValues holds for a call without values, as does a negative condition on one value.
    const isMetWithout =
      quantifier === '' ? known.isNegative === true : quantifier === 'ForAllValues:';
    if (values.length === 0) return isMetWithout;
    return quantifier === 'ForAllValues:' ? values.every(isMet) : values.some(isMet);
  };
}
