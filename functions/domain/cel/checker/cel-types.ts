// What is known of a value before an evaluation. A type lists the alternatives that the value may have; an
// alternative that is not known in detail takes part in everything that any such value could.
import { Budget } from '../budget.ts';
import { CelFault } from '../cel-fault.ts';
import type { OperationContext } from '../cel-operators.ts';
import { Decimal } from '../decimal.ts';
import { Duration, Timestamp } from '../time.ts';
import { nameType } from '../values.ts';
import type { Value } from '../values.ts';

/** A type of values without parts. Each example stands for the values that an operation may take. */
interface ScalarType {
  readonly kind: 'null' | 'bool' | 'int' | 'string' | 'decimal' | 'timestamp' | 'duration';
  readonly examples: readonly Value[];
}

interface ListType {
  readonly kind: 'list';
  /** Unknown if absent. */
  readonly element?: CelType;
}

interface MapType {
  readonly kind: 'map';
  /** All members, which have texts as keys; unknown if absent. */
  readonly members?: Readonly<Record<string, CelType>>;
}

export type TypeAlternative = ScalarType | ListType | MapType;

/** At least one alternative; a value has one of them. */
export type CelType = readonly TypeAlternative[];

const [zero, one] = [new Decimal(0n), new Decimal(1n)];
/** Texts of each form that a function or an operator can read. */
const TEXTS = ['a', '1', 'true', '1s', '2026-01-01T00:00:00Z'];

export const INT: CelType = [{ kind: 'int', examples: [1n, 0n, -1n] }];
export const DECIMAL: CelType = [{ kind: 'decimal', examples: [one, zero, new Decimal(3n, 2n)] }];
export const STRING: CelType = [{ kind: 'string', examples: TEXTS }];
export const BOOL: CelType = [{ kind: 'bool', examples: [true, false] }];
export const NULL: CelType = [{ kind: 'null', examples: [null] }];
export const TIMESTAMP: CelType = [
  { kind: 'timestamp', examples: [Timestamp.ofDate(new Date('2026-01-01T00:00:00Z'))] },
];
export const DURATION: CelType = [{ kind: 'duration', examples: [new Duration(0n)] }];
export const LIST: CelType = [{ kind: 'list' }];
export const MAP: CelType = [{ kind: 'map' }];
/** Any value. */
export const DYN: CelType = [
  ...MAP,
  ...LIST,
  ...STRING,
  ...DECIMAL,
  ...INT,
  ...BOOL,
  ...TIMESTAMP,
  ...DURATION,
  ...NULL,
];

/** The type of lists of such elements. */
export function listOf(element: CelType): CelType {
  return [{ kind: 'list', element }];
}

/** The type of maps that have exactly these members. */
export function mapOf(members: Readonly<Record<string, CelType>>): CelType {
  return [{ kind: 'map', members }];
}

/** The type of a value that one of these types has. Two different alternatives of a kind become any of it. */
export function uniteTypes(types: readonly CelType[]): CelType {
  const alternatives = new Map<string, TypeAlternative>();
  for (const alternative of types.flat()) {
    const known = alternatives.get(alternative.kind);
    alternatives.set(alternative.kind, known ? widen(known, alternative) : alternative);
  }
  return [...alternatives.values()];
}

function widen(known: TypeAlternative, other: TypeAlternative): TypeAlternative {
  if (known === other) return known;
  return DYN.find(({ kind }) => kind === known.kind) ?? known;
}

/** The type of any value of the same kind as this one. */
export function toTypeOf(value: Value): CelType {
  return DYN.filter(({ kind }) => kind === nameType(value));
}

/** The type that only this value without parts has. */
export function toLiteralType(value: Value): CelType {
  const [alternative] = toTypeOf(value);
  if (!alternative || alternative.kind === 'list' || alternative.kind === 'map') return DYN;
  return [{ kind: alternative.kind, examples: [value] }];
}

/** The values by which an operation is tried on a type. */
function listExamples(alternative: TypeAlternative): readonly Value[] {
  if (alternative.kind === 'list') return [[]];
  return alternative.kind === 'map' ? [{}] : alternative.examples;
}

/** The name of the first alternative, for messages. */
export function describeType([first]: CelType): string {
  return first?.kind ?? 'null';
}

/** Computes one value from operands, or throws a fault. */
type ValueOperation = (values: readonly Value[], work: OperationContext) => Value;

/**
 * Finds the type of what the operation makes of such operands, by running it on examples of them. Faults
 * as the evaluation would when it makes nothing of any of them.
 */
export function inferOutcome(
  operands: readonly CelType[],
  offset: number,
  operation: ValueOperation,
): CelType {
  const outcomes: CelType[] = [];
  let fault: CelFault | undefined;
  for (const alternatives of combine(operands)) {
    const outcome = tryExamples(alternatives, offset, operation);
    if (!(outcome instanceof CelFault)) outcomes.push(toTypeOf(outcome.value));
    else fault ??= outcome;
  }
  if (outcomes.length === 0 && fault) throw fault;
  return uniteTypes(outcomes);
}

// Within one combination of kinds, all examples that an operation takes have outcomes of one kind.
function tryExamples(
  alternatives: readonly TypeAlternative[],
  offset: number,
  operation: ValueOperation,
): { readonly value: Value } | CelFault {
  let fault: CelFault | undefined;
  for (const values of combine(alternatives.map(listExamples))) {
    try {
      return { value: operation(values, { budget: new Budget(), offset }) };
    } catch (error) {
      if (!(error instanceof CelFault)) throw error;
      fault ??= error;
    }
  }
  return fault ?? new CelFault('has no value', offset);
}

/** Every choice of one item from each list. */
function combine<Item>(lists: readonly (readonly Item[])[]): Item[][] {
  return lists.reduce<Item[][]>(
    (chosen, items) => chosen.flatMap((before) => items.map((item) => [...before, item])),
    [[]],
  );
}
