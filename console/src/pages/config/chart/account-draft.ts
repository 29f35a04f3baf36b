// What an operator types of an account of the chart, what is wrong with it, and the request that it makes.
import type {
  DefineGeneralLedgerAccount,
  GeneralLedgerAccount,
} from '../../../../../client/client.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import { ACCOUNT_TYPES } from '../../../parts/reports/account-type-name.ts';
import { countCharacters } from '../../../values/characters.ts';
import { isCurrency } from '../../../values/identifiers.ts';
import { chartAccountText } from './messages.ts';

export interface MappingInput {
  readonly id: string;
  readonly chart: string;
  readonly code: string;
}

export interface ChartAccountInput {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly parent: string;
  readonly status: string;
  readonly mappings: readonly MappingInput[];
}

/** By field; those of a mapping by the id of its row, a point, and the name of the field. */
export type ChartAccountFaults = Readonly<Record<string, string>>;

type ChartPart = Pick<GeneralLedgerAccount, 'code' | 'parent'>;

export const EMPTY_MAPPING = { chart: '', code: '' };
export const MAPPINGS_MAX = 50;
const CODE_MAX = 64;
const NAME_MAX = 160;
const CHART_MAX = 64;
const CHART_CODE_MAX = 128;
// As the contract has it: words of visible characters, and single spaces between them.
const CODE = /^[^\p{Cc}\p{Cf}\p{Z}]+(?: [^\p{Cc}\p{Cf}\p{Z}]+)*$/u;

/** The input that shows an account; an empty one for an account that is new. */
export function toChartAccountInput(
  account: Omit<GeneralLedgerAccount, 'normal_side'> | undefined,
): ChartAccountInput {
  const { code = '', name = '', type = '', currency = '', parent = '' } = account ?? {};
  const mappings = Object.entries(account?.mappings ?? {}).map(([chart, mapped], at) => ({
    id: `mapping-${at}`,
    chart,
    code: mapped,
  }));
  return { code, name, type, currency, parent, status: account?.status ?? 'ACTIVE', mappings };
}

/** Lists what must be changed before the account can be sent. */
export function findChartAccountFaults(
  input: ChartAccountInput,
  chart: readonly ChartPart[] | undefined,
  isNew: boolean,
): ChartAccountFaults {
  const { code, name, type, currency, mappings } = trimInput(input);
  const isTaken = isNew && chart?.some((each) => each.code === code) === true;
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['code', isCode(code) ? undefined : chartAccountText('codeWrong')],
    ['code', isTaken ? chartAccountText('codeTaken') : undefined],
    [
      'name',
      name === '' || countCharacters(name) > NAME_MAX ? chartAccountText('nameWrong') : undefined,
    ],
    ['type', isType(type) ? undefined : chartAccountText('typeMissing')],
    [
      'currency',
      currency === '' || isCurrency(currency) ? undefined : chartAccountText('currencyWrong'),
    ],
    ['parent', findParentFault(trimInput(input), chart)],
    ...mappings.flatMap((mapping) => findMappingFaults(mapping, mappings)),
  ];
  return Object.fromEntries(
    faults.filter((fault): fault is [string, string] => fault[1] !== undefined),
  );
}

function findParentFault(
  { code, parent }: ChartAccountInput,
  chart: readonly ChartPart[] | undefined,
): string | undefined {
  if (parent === '' || chart === undefined) return undefined;
  const byCode = new Map(chart.map((each) => [each.code, each]));
  if (parent !== code && !byCode.has(parent)) return chartAccountText('parentMissing');
  const above = new Set<string>();
  let next: string | undefined = parent;
  while (next !== undefined && !above.has(next)) {
    if (next === code) return chartAccountText('parentBelow');
    above.add(next);
    next = byCode.get(next)?.parent;
  }
  return undefined;
}

function findMappingFaults({ id, chart, code }: MappingInput, all: readonly MappingInput[]) {
  const isTwice = all.some((other) => other.id !== id && other.chart === chart);
  const isName = chart !== '' && countCharacters(chart) <= CHART_MAX && !isTwice;
  const isMapped = code !== '' && countCharacters(code) <= CHART_CODE_MAX;
  return [
    [`${id}.chart`, isName ? undefined : chartAccountText('chartWrong')],
    [`${id}.code`, isMapped ? undefined : chartAccountText('chartCodeWrong')],
  ] as const;
}

function isCode(code: string): boolean {
  return countCharacters(code) <= CODE_MAX && CODE.test(code);
}

function isType(text: string): text is GeneralLedgerAccount['type'] {
  return ACCOUNT_TYPES.some((type) => type === text);
}

/** The input as the request has it, also while it has faults. */
export function describeChartAccount(input: ChartAccountInput): DefineGeneralLedgerAccount {
  const { name, type, currency, parent, status, mappings } = trimInput(input);
  return {
    name,
    type: type as GeneralLedgerAccount['type'],
    ...(currency !== '' && { currency }),
    ...(parent !== '' && { parent }),
    status: status as GeneralLedgerAccount['status'],
    mappings: Object.fromEntries(mappings.map(({ chart, code }) => [chart, code])),
  };
}

function trimInput(input: ChartAccountInput): ChartAccountInput {
  return {
    code: input.code.trim(),
    name: input.name.trim(),
    type: input.type,
    currency: input.currency.trim().toUpperCase(),
    parent: input.parent.trim(),
    status: input.status,
    mappings: input.mappings.map(({ id, chart, code }) => ({
      id,
      chart: chart.trim(),
      code: code.trim(),
    })),
  };
}

/** Puts what the API requires at the fields that it concerns. */
export function placeChartAccountFaults(
  { mappings }: ChartAccountInput,
  faults: readonly MemberFault[],
): ChartAccountFaults {
  const placed = faults.map(({ path: [member = '', chart], requirement }) => {
    const row = mappings.find((each) => each.chart.trim() === chart);
    const field = member === 'mappings' && row !== undefined ? `${row.id}.code` : member;
    return [field, chartAccountText('faultOfApi', { requirement })] as const;
  });
  return Object.fromEntries(placed);
}
