// docs/reference.md and its pages: every operation with a real request and its answer.
import { refusals } from '../../../functions/domain/refusals/refusals.ts';
import { toKebabCase, listPermissions } from '../../../functions/operations/operations.ts';
import { toHttpRequest } from '../../samples/http-request.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { formatCompactJson } from '../compact-json.ts';
import { describeListEnd, findPart, listRows, readSchemas } from '../schemas.ts';
import type { ContractSchemas } from '../schemas.ts';
import { buildMasker } from '../masker.ts';

/** A request and its answer. */
export interface ReferenceExchange {
  readonly request: SampleRequest;
  readonly answer: {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
  };
}

const TITLES: Readonly<Record<Operation['area'], string>> = {
  accounts: 'Accounts',
  journal: 'Journal entries',
  'general-ledger': 'General ledger',
  'accounting-periods': 'Accounting periods',
  lifecycle: 'Account lifecycle requests',
  adjustments: 'Financial adjustment requests',
  controls: 'Controls and change requests',
  configuration: 'Changes of the configuration, before they are made',
  loans: 'Loans and their transactions',
  products: 'Products and rules',
  schemas: 'Entity schemas',
  workflows: 'Workflows',
  projections: 'Projections',
  batches: 'Exports and imports',
  audit: 'Audit events and operators',
  versions: 'Versions of the configuration',
  webhooks: 'Webhooks and their deliveries',
  evidence: 'The evidence log',
  system: 'The session and the system',
};

const API_TITLES: Readonly<Record<Operation['api'], string>> = {
  ledger: 'Ledger API',
  workbench: 'Workbench API',
};

const NOTE =
  '<!-- Made of real requests and answers by test/contract/samples.test.ts. Do not edit. -->';

type ExchangesByOperation = ReadonlyMap<OperationName, ReferenceExchange>;

/** The pages by file under docs/. */
export function buildReferencePages(exchanges: ExchangesByOperation): Map<string, string> {
  const areas = Object.keys(TITLES) as Operation['area'][];
  const schemas = readSchemas();
  return new Map([
    ['reference.md', buildIndexPage(areas)],
    ...areas.map((area): [string, string] => [
      `reference/${area}.md`,
      buildAreaPage(area, exchanges, schemas),
    ]),
  ]);
}

function listAreaOperations(area: Operation['area']): [OperationName, Operation][] {
  return listRows().filter(([, row]) => row.area === area);
}

// All operations of an area are of one API.
function findApi(area: Operation['area']): Operation['api'] {
  const [first] = listAreaOperations(area);
  if (first === undefined) throw new Error(`${area} has no operation.`);
  return first[1].api;
}

function buildIndexPage(areas: readonly Operation['area'][]): string {
  return [
    '# Reference',
    '',
    NOTE,
    '',
    'Every operation of the Ledger API and the Workbench API, each with a real request and its answer. The identifiers and times',
    'of the service are replaced, so that these pages change only with the product. What each field may hold is in the published',
    'contract: `/openapi.json` and `/docs` of each API, `schemas/generated/openapi-*.json` here.',
    '',
    ...areas.flatMap((area) => [
      `## [${TITLES[area]}](reference/${area}.md)`,
      '',
      '| operation | route | needs | |',
      '| --- | --- | --- | --- |',
      ...listAreaOperations(area).map(
        ([name, row]) =>
          `| [${name}](reference/${area}.md#${name.toLowerCase()}) | \`${row.route}\` | ${formatPermissions(row)} | ${row.summary} |`,
      ),
      '',
    ]),
  ].join('\n');
}

function buildAreaPage(
  area: Operation['area'],
  exchanges: ExchangesByOperation,
  schemas: ContractSchemas,
): string {
  return [
    `# ${TITLES[area]}`,
    '',
    NOTE,
    '',
    `These are operations of the ${API_TITLES[findApi(area)]}. Every request also carries \`Authorization: Bearer …\`; every answer`,
    'an `X-Correlation-ID`. A 2xx answer names query parameters that it ignored as unknown in `X-Unknown-Parameters`.',
    '[Refusals](../refusals.md) explains all codes; an operation here names its own, besides those that any may answer.',
    '',
    ...listAreaOperations(area).flatMap(([name, row]) =>
      buildSection(name, row, exchanges.get(name), schemas),
    ),
  ].join('\n');
}

function buildSection(
  name: OperationName,
  row: Operation,
  exchange: ReferenceExchange | undefined,
  schemas: ContractSchemas,
): string[] {
  if (exchange === undefined) throw new Error(`${name} was not called.`);
  const mask = buildMasker(JSON.stringify(exchange.request));
  return [
    `## ${name}`,
    '',
    `${row.summary} Needs ${formatPermissions(row)}.`,
    '',
    ...describeListEnd(schemas, name, row).flatMap((sentences) => [sentences, '']),
    ...describeFilters(schemas, name, row).flatMap((sentences) => [sentences, '']),
    ...formatBlock(mask(formatRequest(name, row, exchange.request))),
    ...formatBlock(mask(formatAnswer(exchange.answer))),
    ...formatOwnRefusals(row),
  ];
}

const POSITION_PARAMETERS = ['cursor', 'limit', 'order', 'from', 'to'];

/** Names the filters that a read model serves, and says how late it is; empty for other lists. */
function describeFilters(
  schemas: ContractSchemas,
  name: OperationName,
  { filtered }: Operation,
): string[] {
  if (!filtered) return [];
  const query = findPart(schemas, name, 'query')?.['properties'] as object;
  const filters = Object.keys(query).filter((filter) => !POSITION_PARAMETERS.includes(filter));
  if (filters.length === 0) {
    return [
      '`X-Lag-Seconds` is the age of the oldest record that the page lacks: 0 if there is none.',
    ];
  }
  return [
    `Filters: ${filters.map((filter) => `\`${filter}\``).join(', ')}. With several, records match all ` +
      'of them. `X-Lag-Seconds` is the age of the oldest event that the filtered list lacks.',
  ];
}

function formatPermissions(row: Operation): string {
  return listPermissions(row)
    .map((permission) => `\`${permission}\``)
    .join(' or ');
}

function formatBlock(text: string): string[] {
  return ['```http', ...text.trimEnd().split('\n'), '```', ''];
}

function formatRequest(name: OperationName, row: Operation, request: SampleRequest): string {
  const { method, path, body } = toHttpRequest(row, request);
  return [
    `${method} ${path}`,
    ...(row.idempotent ? [`Idempotency-Key: ${buildExampleKey(name)}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', formatCompactJson(body)]),
  ].join('\n');
}

/** The key of the example's request. */
export function buildExampleKey(name: OperationName): string {
  return `example-${toKebabCase(name)}`;
}

const SHOWN_HEADERS = ['Location', 'Content-Type', 'Content-Disposition'];

function formatAnswer({ status, headers, text }: ReferenceExchange['answer']): string {
  const mediaType = headers.get('content-type');
  const [isJson, isBytes] = ['application/json', 'application/octet-stream'].map(
    (type) => type === mediaType,
  );
  const shown = SHOWN_HEADERS.filter((name) => headers.has(name)).map((name) => {
    return `${name}: ${headers.get(name) ?? ''}`;
  });
  return [
    `HTTP/1.1 ${status}`,
    ...shown,
    '',
    isJson ? formatCompactJson(JSON.parse(text)) : isBytes ? '(bytes)' : text,
  ].join('\n');
}

function formatOwnRefusals({ refuses }: Operation): string[] {
  if (refuses.length === 0) return [];
  const codes = refuses.map((code) => `\`${code}\` (${refusals[code].status})`);
  return [`May refuse with ${codes.join(', ')}.`, ''];
}
