// docs/reference.md and its pages: every operation with a request that was made and the answer that
// was given.
import { refusals } from '../../functions/domain/refusals/refusals.ts';
import { kebab, permissionsOf, routeOf } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import type { SampleRequest } from '../samples/sample.ts';
import { compactJson } from './compact-json.ts';
import { rows } from './schemas.ts';
import { timeless } from './timeless.ts';

/** A request that was made, and its answer. */
export interface Exchange {
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
  lifecycle: 'Account lifecycle requests',
  adjustments: 'Financial adjustment requests',
  loans: 'Loans and their transactions',
  products: 'Products and rules',
  schemas: 'Entity schemas',
  workflows: 'Workflows',
  projections: 'Projections',
  batches: 'Exports and imports',
};

const NOTE =
  '<!-- Made of real requests and answers by test/contract/samples.test.ts. Do not edit. -->';

type Exchanges = ReadonlyMap<OperationName, Exchange>;

/** By file under docs/. */
export function referencePages(exchanges: Exchanges): Map<string, string> {
  const areas = Object.keys(TITLES) as Operation['area'][];
  return new Map([
    ['reference.md', indexPage(areas)],
    ...areas.map((area): [string, string] => [`reference/${area}.md`, areaPage(area, exchanges)]),
  ]);
}

function inArea(area: Operation['area']): [OperationName, Operation][] {
  return rows().filter(([, row]) => row.area === area);
}

function indexPage(areas: readonly Operation['area'][]): string {
  return [
    '# Reference',
    '',
    NOTE,
    '',
    'Every operation, each with a request that was made and the answer that was given. The identifiers and times of the',
    'service are replaced, so that these pages change only with the product. What each field may hold is in the published',
    'contract: `/openapi.json` and `/docs` of each API, `schemas/generated/openapi-*.json` here.',
    '',
    ...areas.flatMap((area) => [
      `## [${TITLES[area]}](reference/${area}.md)`,
      '',
      '| operation | route | needs | |',
      '| --- | --- | --- | --- |',
      ...inArea(area).map(
        ([name, row]) =>
          `| [${name}](reference/${area}.md#${name.toLowerCase()}) | \`${row.route}\` | ${needs(row)} | ${row.summary} |`,
      ),
      '',
    ]),
  ].join('\n');
}

function areaPage(area: Operation['area'], exchanges: Exchanges): string {
  return [
    `# ${TITLES[area]}`,
    '',
    NOTE,
    '',
    'Every request also carries `Authorization: Bearer …`; every answer an `X-Correlation-ID`. What any operation may refuse',
    'is in [refusals](../refusals.md); here stands what is particular to one.',
    '',
    ...inArea(area).flatMap(([name, row]) => section(name, row, exchanges.get(name))),
  ].join('\n');
}

function section(name: OperationName, row: Operation, exchange: Exchange | undefined): string[] {
  if (exchange === undefined) throw new Error(`${name} was not called.`);
  const always = timeless(JSON.stringify(exchange.request));
  return [
    `## ${name}`,
    '',
    `${row.summary} Needs ${needs(row)}.`,
    '',
    ...block(always(requestText(name, row, exchange.request))),
    ...block(always(answerText(exchange.answer))),
    ...particular(row),
  ];
}

function needs(row: Operation): string {
  return permissionsOf(row)
    .map((permission) => `\`${permission}\``)
    .join(' or ');
}

function block(text: string): string[] {
  return ['```http', ...text.trimEnd().split('\n'), '```', ''];
}

function requestText(name: OperationName, row: Operation, request: SampleRequest): string {
  const { method, path } = routeOf(row);
  const { path: parameters = {}, query = {}, body } = request;
  const concrete = path.replace(/\{(\w+)\}/g, (_, one: string) => parameters[one] ?? '');
  const search = new URLSearchParams(query).toString();
  return [
    `${method} ${concrete}${search && `?${search}`}`,
    ...(row.idempotent ? [`Idempotency-Key: ${keyOf(name)}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', compactJson(body)]),
  ].join('\n');
}

/** The key that the example is called with. */
export function keyOf(name: OperationName): string {
  return `example-${kebab(name)}`;
}

const SHOWN = ['Location', 'Content-Type', 'Content-Disposition'];

function answerText({ status, headers, text }: Exchange['answer']): string {
  const isJson = headers.get('content-type') === 'application/json';
  const shown = SHOWN.filter((name) => headers.has(name)).map((name) => {
    return `${name}: ${headers.get(name) ?? ''}`;
  });
  return [`HTTP/1.1 ${status}`, ...shown, '', isJson ? compactJson(JSON.parse(text)) : text].join(
    '\n',
  );
}

function particular({ refuses }: Operation): string[] {
  if (refuses.length === 0) return [];
  const codes = refuses.map((code) => `\`${code}\` (${refusals[code].status})`);
  return [`May refuse with ${codes.join(', ')}.`, ''];
}
