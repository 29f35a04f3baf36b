// One dialect: what the linter has no rule for. docs/conventions.md lists the rules.
import { parseSync } from 'oxc-parser';
import { expect, test } from '@jest/globals';
import { filesIn, textOf } from '../support/conventions/source-files.ts';

const CODE = '{bin,client,commands,functions,lib,local,test,tools}/**/*.{ts,mjs}';

// State of one owner that a class would only wrap: a parser's position, a budget that is counted
// down, the shared switch of a fault, a record between reading and writing its file.
const MUTABLE = new Set([
  'functions/domain/cel/template.ts: ExpressionAllowance',
  'functions/ledger/journal/journal-order.ts: JournalBranch',
  'functions/ledger/store/merged-lists.ts: ShardBranch',
  'functions/projections/rebuild/sweep.ts: TenantHeads',
  'functions/runtime/json.ts: NestingLevel',
  'functions/runtime/telemetry.ts: RequestTrace',
  'functions/verification/checks/open-loans.ts: CountedLoans',
  'local/gateway/route-table.ts: RouteNode',
  'local/queues/queue-file.ts: QueueMessage',
  'local/secrets/secret-file.ts: StoredSecret',
  'tools/bench/load/seeded-journal.ts: SeededAccount',
  'tools/scale/hot-account.ts: SimulatedRequest',
  'tools/soak/faults/disturbances.ts: SimulatedClock',
  'tools/soak/faults/network.ts: SoakNetwork',
  'tools/soak/faults/store-faults.ts: ProxyState',
]);

// Bodies of requests vary with their test or sample. Rows, refusals and transitions are parts that
// only the table beside them puts together, under names that read as nouns.
const NAMED_AS_OBJECTS =
  /^(?:test|tools\/samples|functions\/operations|functions\/domain\/refusals)\/|\/transitions\.ts$/;

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const SHORTENED_UNIT =
  /[a-z](?:Milliseconds?|Millis|Msecs?|Secs?|Mins|Hrs)(?![a-z])|_(?:MILLIS|MILLISECONDS|SECS?|MINS)\b/;
const UNIT = /(?:^|_)(?:MS|SECONDS|MINUTES|HOURS|DAYS|WEEKS|MONTHS|YEARS)(?:_|$)/;
const TIME =
  /(?:^|_)(?:TIMEOUT|PAUSE|DELAY|INTERVAL|LIFETIME|TTL|AGE|GRACE|WAIT|WINDOW|BACKOFF|LATENCY)(?:_|$)/;

// Names that AWS, CEL or CloudWatch give.
const FOREIGN_NAMES = new Set([
  'getRemainingTimeInMillis',
  'timeoutInMillis',
  'LagMilliseconds',
  'getMilliseconds',
]);

interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

interface Constant {
  readonly file: string;
  readonly name: string;
  readonly value: SyntaxNode;
}

const sources = filesIn(CODE)
  .filter((file) => !file.includes('/generated/'))
  .map((file) => {
    const { program, errors } = parseSync(file, textOf(file));
    expect(errors).toEqual([]);
    return { file, program: program as unknown as SyntaxNode };
  });

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

/** The node and all below it, without those below a node that the predicate names. */
function collect(
  node: SyntaxNode,
  isEnd: (node: SyntaxNode) => boolean,
  collected: SyntaxNode[] = [],
): SyntaxNode[] {
  collected.push(node);
  if (!isEnd(node)) for (const child of childrenOf(node)) collect(child, isEnd, collected);
  return collected;
}

const nodes = sources.flatMap(({ file, program }) =>
  collect(program, () => false).map((node) => ({ file, node })),
);

function findAll(types: RegExp): typeof nodes {
  return nodes.filter(({ node }) => types.test(node.type));
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** The value within `as const`, `satisfies` and the like. */
function unwrap(node: SyntaxNode): SyntaxNode {
  const isWrapped = /^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type);
  return isWrapped ? unwrap(node['expression'] as SyntaxNode) : node;
}

function listConstants(): Constant[] {
  return sources.flatMap(({ file, program }) =>
    childrenOf(program)
      .map((node) => (isNode(node['declaration']) ? node['declaration'] : node))
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
      .flatMap((declaration) => childrenOf(declaration))
      .filter(({ id, init }) => nameOf(id) !== '' && isNode(init))
      .map(({ id, init }) => ({ file, name: nameOf(id), value: unwrap(init as SyntaxNode) })),
  );
}

function isPrimitive(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'Literal' || value.type === 'TemplateLiteral') return true;
  if (value.type === 'UnaryExpression') return isPrimitive(value['argument'] as SyntaxNode);
  if (value.type !== 'BinaryExpression') return false;
  return [value['left'], value['right']].every((side) => isNode(side) && isData(side));
}

/** What a member or a spread puts into its object or array. */
function readContent(part: SyntaxNode): SyntaxNode {
  if (part.type === 'Property') return part['value'] as SyntaxNode;
  return part.type === 'SpreadElement' ? (part['argument'] as SyntaxNode) : part;
}

/** Whether the value is a table: literals and other constants only. */
function isTable(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'NewExpression') {
    const [content] = value['arguments'] as SyntaxNode[];
    return /^(?:Set|Map|RegExp)$/.test(nameOf(value['callee'])) && !!content && isData(content);
  }
  if (value.type !== 'ArrayExpression' && value.type !== 'ObjectExpression') return false;
  const parts = childrenOf(value).map(readContent);
  return parts.length > 0 && parts.every(isData);
}

function isData(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'Identifier') return UPPER_SNAKE.test(nameOf(value));
  if (value.type === 'MemberExpression') return UPPER_SNAKE.test(nameOf(value['object']));
  return isPrimitive(value) || isTable(value);
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function holdsFunction(value: SyntaxNode): boolean {
  if (isFunction(value)) return true;
  if (!/^(?:Object|Array)Expression$/.test(value.type)) return false;
  return childrenOf(value).map(readContent).some(holdsFunction);
}

test('members of declared types are readonly', () => {
  const mutable = findAll(/^TS(?:Interface|TypeAlias)Declaration$/).flatMap(({ file, node }) => {
    const members = collect(node, ({ type }) => /^TS(?:FunctionType|MethodSignature)$/.test(type));
    const isMutable = ({ type, readonly }: SyntaxNode) =>
      /^TS(?:PropertySignature|IndexSignature)$/.test(type) && readonly !== true;
    return members.some(isMutable) ? [`${file}: ${nameOf(node['id'])}`] : [];
  });

  expect(new Set(mutable)).toEqual(MUTABLE);
});

test('a constant that is text, a number, a pattern or a table is UPPER_SNAKE', () => {
  const wrong = listConstants()
    .filter(({ name }) => !UPPER_SNAKE.test(name))
    .filter(
      ({ file, value }) => isPrimitive(value) || (isTable(value) && !NAMED_AS_OBJECTS.test(file)),
    )
    .map(({ file, name }) => `${file}: ${name}`);

  expect(wrong).toEqual([]);
});

test('what acts is not UPPER_SNAKE', () => {
  const wrong = listConstants()
    .filter(({ name, value }) => UPPER_SNAKE.test(name) && holdsFunction(value))
    .map(({ file, name }) => `${file}: ${name}`);

  expect(wrong).toEqual([]);
});

test('a duration has its unit in its name, spelled one way', () => {
  const declared = findAll(
    /^(?:TSPropertySignature|PropertyDefinition|VariableDeclarator|Function)/,
  );
  const names = declared.flatMap(({ file, node }) =>
    [node['key'], node['id']].map((id) => ({ file, name: nameOf(id) })),
  );
  const misspelled = names
    .filter(({ name }) => SHORTENED_UNIT.test(name) && !FOREIGN_NAMES.has(name))
    .map(({ file, name }) => `${file}: ${name}`);
  const unitless = listConstants()
    .filter(({ value }) => isPrimitive(value) && !/Template/.test(value.type))
    .filter(({ value }) => typeof value['value'] !== 'string')
    .filter(({ name }) => TIME.test(name) && !UNIT.test(name))
    .map(({ file, name }) => `${file}: ${name}`);

  expect({ misspelled, unitless }).toEqual({ misspelled: [], unitless: [] });
});

// A constructor cannot be #private, and an override keeps the access that its package declares.
test('what a class keeps to itself is #private', () => {
  const members = findAll(/^(?:MethodDefinition|PropertyDefinition|TSParameterProperty)$/);
  const wrong = members
    .filter(({ node }) => typeof node['accessibility'] === 'string')
    .filter(({ node }) => node['override'] !== true && node['kind'] !== 'constructor')
    .map(({ file, node }) => `${file}: ${nameOf(node['key'])}`);

  expect(wrong).toEqual([]);
});
