// Rules of style that the linter does not have. docs/conventions.md lists all rules.
import { parseSync } from 'oxc-parser';
import { expect, test } from '@jest/globals';
import { listFiles, readText } from '../support/conventions/source-files.ts';

const CODE =
  '{bin,client,commands,console,functions,lib,local,stages,test,tools}/**/*.{ts,tsx,mjs}';

// Mutable state with one owner, which a class would only wrap: a parser's position, a budget, the settings of a
// fault proxy, a record between reading and writing its file.
const MUTABLE = new Set([
  'functions/domain/cel/template.ts: ExpressionAllowance',
  'functions/ledger/journal/journal-order.ts: JournalBranch',
  'functions/ledger/store/merged-lists.ts: ShardBranch',
  'functions/projections/rebuild/sweep.ts: TenantHeads',
  'functions/runtime/json.ts: NestingLevel',
  'functions/runtime/telemetry.ts: RequestTrace',
  'functions/verification/tally.ts: Bucket',
  'local/gateway/route-table.ts: RouteNode',
  'local/queues/queue-file.ts: QueueMessage',
  'local/secrets/secret-file.ts: StoredSecret',
  'test/commands/prove/destroy-step.test.ts: ThrowawayStage',
  'tools/bench/load/seeded-journal.ts: SeededAccount',
  'tools/scale/hot-account.ts: SimulatedRequest',
  'tools/soak/disturbances/disturbance.ts: SimulatedClock',
  'tools/soak/faults/store-faults.ts: ProxyState',
]);

// Request bodies vary with their test or sample. Rows, refusals and transitions are named as nouns, because
// the table in the same folder combines them.
const NAMED_AS_OBJECTS =
  /^(?:test|tools\/samples|functions\/operations|functions\/domain\/refusals)\/|\/transitions\.ts$/;

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const SHORTENED_UNIT =
  /[a-z](?:Milliseconds?|Millis|Msecs?|Secs?|Mins|Hrs)(?![a-z])|_(?:MILLIS|MILLISECONDS|SECS?|MINS)\b/;
const UNIT = /(?:^|_)(?:MS|SECONDS|MINUTES|HOURS|DAYS|WEEKS|MONTHS|YEARS)(?:_|$)/;
const TIME =
  /(?:^|_)(?:TIMEOUT|PAUSE|DELAY|INTERVAL|LIFETIME|TTL|AGE|GRACE|WAIT|WINDOW|BACKOFF|LATENCY)(?:_|$)/;

// Names from AWS, CEL and CloudWatch.
const EXTERNAL_NAMES = new Set([
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

const sources = listFiles(CODE)
  .filter((file) => !file.includes('/generated/'))
  .map((file) => {
    const { program, errors } = parseSync(file, readText(file));
    expect(errors).toEqual([]);
    return { file, program: program as unknown as SyntaxNode };
  });

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function listChildren(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

/** Collects the node and its descendants, except the descendants of nodes for which `isEnd` is true. */
function collect(
  node: SyntaxNode,
  isEnd: (node: SyntaxNode) => boolean,
  collected: SyntaxNode[] = [],
): SyntaxNode[] {
  collected.push(node);
  if (!isEnd(node)) for (const child of listChildren(node)) collect(child, isEnd, collected);
  return collected;
}

const nodes = sources.flatMap(({ file, program }) =>
  collect(program, () => false).map((node) => ({ file, node })),
);

function findAll(types: RegExp): typeof nodes {
  return nodes.filter(({ node }) => types.test(node.type));
}

function readName(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** The value without `as const`, `satisfies` and the like. */
function unwrap(node: SyntaxNode): SyntaxNode {
  const isWrapped = /^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type);
  return isWrapped ? unwrap(node['expression'] as SyntaxNode) : node;
}

function listConstants(): Constant[] {
  return sources.flatMap(({ file, program }) =>
    listChildren(program)
      .map((node) => (isNode(node['declaration']) ? node['declaration'] : node))
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
      .flatMap((declaration) => listChildren(declaration))
      .filter(({ id, init }) => readName(id) !== '' && isNode(init))
      .map(({ id, init }) => ({ file, name: readName(id), value: unwrap(init as SyntaxNode) })),
  );
}

function isPrimitive(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'Literal' || value.type === 'TemplateLiteral') return true;
  if (value.type === 'UnaryExpression') return isPrimitive(value['argument'] as SyntaxNode);
  if (value.type !== 'BinaryExpression') return false;
  return [value['left'], value['right']].every((side) => isNode(side) && isData(side));
}

/** The value of a member, a spread or an element. */
function readContent(part: SyntaxNode): SyntaxNode {
  if (part.type === 'Property') return part['value'] as SyntaxNode;
  return part.type === 'SpreadElement' ? (part['argument'] as SyntaxNode) : part;
}

/** Whether the value is a table, which consists only of literals and other constants. */
function isTable(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'NewExpression') {
    const [content] = value['arguments'] as SyntaxNode[];
    return /^(?:Set|Map|RegExp)$/.test(readName(value['callee'])) && !!content && isData(content);
  }
  if (value.type !== 'ArrayExpression' && value.type !== 'ObjectExpression') return false;
  const parts = listChildren(value).map(readContent);
  return parts.length > 0 && parts.every(isData);
}

function isData(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'Identifier') return UPPER_SNAKE.test(readName(value));
  if (value.type === 'MemberExpression') return UPPER_SNAKE.test(readName(value['object']));
  return isPrimitive(value) || isTable(value);
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function hasFunction(value: SyntaxNode): boolean {
  if (isFunction(value)) return true;
  if (!/^(?:Object|Array)Expression$/.test(value.type)) return false;
  return listChildren(value).map(readContent).some(hasFunction);
}

test('members of declared types are readonly', () => {
  const mutable = findAll(/^TS(?:Interface|TypeAlias)Declaration$/).flatMap(({ file, node }) => {
    const members = collect(node, ({ type }) => /^TS(?:FunctionType|MethodSignature)$/.test(type));
    const isMutable = ({ type, readonly }: SyntaxNode) =>
      /^TS(?:PropertySignature|IndexSignature)$/.test(type) && readonly !== true;
    return members.some(isMutable) ? [`${file}: ${readName(node['id'])}`] : [];
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

test('a constant that contains a function is not UPPER_SNAKE', () => {
  const wrong = listConstants()
    .filter(({ name, value }) => UPPER_SNAKE.test(name) && hasFunction(value))
    .map(({ file, name }) => `${file}: ${name}`);

  expect(wrong).toEqual([]);
});

test('a duration names its unit, always with the same spelling', () => {
  const declared = findAll(
    /^(?:TSPropertySignature|PropertyDefinition|VariableDeclarator|Function)/,
  );
  const names = declared.flatMap(({ file, node }) =>
    [node['key'], node['id']].map((id) => ({ file, name: readName(id) })),
  );
  const misspelled = names
    .filter(({ name }) => SHORTENED_UNIT.test(name) && !EXTERNAL_NAMES.has(name))
    .map(({ file, name }) => `${file}: ${name}`);
  const unitless = listConstants()
    .filter(({ value }) => isPrimitive(value) && !/Template/.test(value.type))
    .filter(({ value }) => typeof value['value'] !== 'string')
    .filter(({ name }) => TIME.test(name) && !UNIT.test(name))
    .map(({ file, name }) => `${file}: ${name}`);

  expect({ misspelled, unitless }).toEqual({ misspelled: [], unitless: [] });
});

// A constructor cannot be #private, and an override keeps the access that its package declares.
test('the private members of a class are #private', () => {
  const members = findAll(/^(?:MethodDefinition|PropertyDefinition|TSParameterProperty)$/);
  const wrong = members
    .filter(({ node }) => typeof node['accessibility'] === 'string')
    .filter(({ node }) => node['override'] !== true && node['kind'] !== 'constructor')
    .map(({ file, node }) => `${file}: ${readName(node['key'])}`);

  expect(wrong).toEqual([]);
});
