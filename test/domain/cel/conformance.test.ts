// The public conformance cases of CEL. Unsupported features must end in a fault, never in a wrong
// answer. Cases in which exact decimals differ from binary floats are listed one by one.
import { expect, test } from '@jest/globals';
import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { Decimal } from '../../../functions/domain/cel/decimal.ts';
import { CelFault } from '../../../functions/domain/cel/cel-fault.ts';
import { compileExpression } from '../../../functions/domain/cel/expression.ts';
import { toPlainValue } from '../../../functions/domain/cel/plain-value.ts';
import { Budget } from '../../../functions/domain/cel/budget.ts';
import { formatCanonicalJson } from '../../../functions/domain/values/canonical-json.ts';
import type { Value } from '../../../functions/domain/cel/values.ts';

interface ConformanceCase {
  readonly name: string;
  readonly expr: string;
  readonly value?: Record<string, unknown>;
  readonly evalError?: object;
  readonly bindings?: Record<string, { readonly value?: Record<string, unknown> }>;
  readonly container?: string;
  readonly checkOnly?: boolean;
}

type MapEntry = Record<'key' | 'value', Record<string, unknown>>;

interface ConformanceSuite {
  readonly name: string;
  readonly suites?: readonly ConformanceSuite[];
  readonly tests?: readonly { readonly original: ConformanceCase }[];
}

const SUITES =
  'basic comparisons conversions fields fp_math integer_math lists logic macros parse string timestamps plumbing';

function listCases({ suites = [], tests: own = [] }: ConformanceSuite): ConformanceCase[] {
  return [...own.map(({ original }) => original), ...suites.flatMap(listCases)];
}

// The grammar does not support protobuf messages, quoted members and raw bytes.
const NOT_OURS = /TestAllTypes|google\.protobuf\.\w+\{|`|\bb[rR]['"]|^\.99/;

const cases = ((tests as ConformanceSuite).suites ?? [])
  .filter(({ name }) => SUITES.split(' ').includes(name))
  .flatMap(listCases)
  .filter(({ expr, checkOnly, container }) => !checkOnly && !container && !NOT_OURS.test(expr));

/** The expected value, undefined when its type is not supported. */
function toExpectedValue(value: Record<string, unknown>): Value | undefined {
  const [type = '', data] = Object.entries(value)[0] ?? [];
  if (data === null) return null;
  const many = (data as { values?: Record<string, unknown>[] } | undefined)?.values ?? [];
  const entries = (data as { entries?: MapEntry[] } | undefined)?.entries ?? [];
  switch (type) {
    case 'int64Value':
      return BigInt(data as string);
    case 'doubleValue':
      return Decimal.parse(String(data));
    case 'boolValue':
    case 'stringValue':
    case 'nullValue':
      return data as Value;
    case 'listValue':
      return many.map(toExpectedValue);
    case 'mapValue':
      return new Map(
        entries.map(({ key, value: member }) => [toExpectedValue(key), toExpectedValue(member)]),
      );
    default:
      return undefined;
  }
}

type EvaluationAnswer = { readonly value: Value } | { readonly fault: string };

function evaluateCase({ expr, bindings = {} }: ConformanceCase): EvaluationAnswer {
  const given = Object.entries(bindings).map(([name, { value = {} }]) => [
    name,
    toExpectedValue(value),
  ]);
  try {
    const outcome = compileExpression(expr).evaluate(Object.fromEntries(given));
    return 'error' in outcome ? { fault: outcome.error } : outcome;
  } catch (error) {
    if (error instanceof CelFault) return { fault: error.message };
    throw error;
  }
}

// Numbers are compared by value: the smallest integer, say, may have either type.
function formatValue(value: Value): string {
  return formatCanonicalJson(toPlainValue(value, new Budget()));
}

function isExpected(one: ConformanceCase, answer: EvaluationAnswer): boolean {
  if ('fault' in answer) return one.evalError !== undefined;
  const expected = one.evalError ? undefined : toExpectedValue(one.value ?? { boolValue: true });
  return expected !== undefined && formatValue(expected) === formatValue(answer.value);
}

// Exact comparison distinguishes 2^63 from 2^63 - 1; floats do not, and CEL expects the float
// result.
const EXACT_INSTEAD = [
  'double_int_max_range',
  'double_int_min_range',
  'gt_dyn_big_double_int',
  'gt_dyn_int_small_lossy_double',
  'gte_dyn_int_big_lossy_double',
  'gte_dyn_small_double_int',
  'lt_dyn_int_big_lossy_double',
  'lt_dyn_small_double_int',
  'lte_dyn_big_double_int',
  'lte_dyn_int_small_lossy_double',
  'not_gt_dyn_big_double_int',
  'not_gt_dyn_int_small_lossy_double',
  'not_lt_dyn_int_big_lossy_double',
  'not_lt_dyn_small_double_int',
];

const judged = cases.map((one) => {
  const answer = evaluateCase(one);
  return { ...one, answer, isRight: isExpected(one, answer) };
});

test('answers no conformance case wrongly', () => {
  const wrong = judged.filter(({ answer, isRight: right }) => 'value' in answer && !right);

  expect(wrong.map(({ name }) => name).filter((name) => !EXACT_INSTEAD.includes(name))).toEqual([]);
});

// The faults for unsupported features: other number types, bytes, types, regular expressions, time
// zones, protobuf messages and functions of the case itself.
const LEFT_OUT = [
  /^unsigned numbers and bytes are not supported$/,
  /^there is no function (uint|bytes|double|type|matches|f_unknown)$/,
  /^there is no function (as|break|const|continue|else|for|function|if|import|let|loop)$/,
  /^there is no function (package|namespace|return|var|void|while)$/,
  /^there is no variable (a|x|y|bool|int|uint|double|string|bytes|list|map|null_type|type|google)\b/,
  /^get\w+\(\) takes 0 arguments$/,
  /^number of more than 120 digits$|^is a number of more than 120 digits$|^division by zero$/,
];

test('answers the supported cases correctly', () => {
  const faults = judged.flatMap(({ expr, answer, isRight: right }) =>
    'fault' in answer && !right && !LEFT_OUT.some((left) => left.test(answer.fault))
      ? [`${expr}: ${answer.fault}`]
      : [],
  );

  expect(faults).toEqual([]);
  expect(judged.filter(({ isRight: right }) => right).length).toBeGreaterThan(600);
});
