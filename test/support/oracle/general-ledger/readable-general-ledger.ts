// The general ledger of a tenant: what to read of it, and what the oracle expects.
import type { OperationName } from '../../../../functions/operations/operations.ts';
import { buildPeriodBody } from './periods.ts';
import { buildSettingsBody } from './settings.ts';
import type { OracleBody, TenantState } from '../histories/oracle-state.ts';

interface LedgerList {
  readonly operation: OperationName;
  readonly query?: Record<string, string>;
}

type LedgerLists = readonly (readonly [string, LedgerList])[];

const LISTS: LedgerLists = [
  ['chart', { operation: 'listGeneralLedgerAccounts' }],
  ['ledger requests', { operation: 'listGeneralLedgerRequests' }],
];
const listRequests = (query: Record<string, string>): LedgerList => {
  return { operation: 'listGeneralLedgerRequests', query };
};
const FILTERED_LISTS: LedgerLists = [
  ['settings changes', listRequests({ kind: 'SETTINGS_CHANGE' })],
  ['period closings', listRequests({ kind: 'PERIOD_CLOSE', period: '2026-02' })],
  ['year closings', listRequests({ kind: 'YEAR_CLOSE' })],
  ['periods', { operation: 'listGeneralLedgerPeriods' }],
  ['ledger requests pending', listRequests({ status: 'PENDING_APPROVAL' })],
];

/** The lists to read, by name. */
export function listLedgerLists({ ledgerRequests }: TenantState): LedgerLists {
  return ledgerRequests.size > 0 ? [...LISTS, ...FILTERED_LISTS] : LISTS;
}

/** The expected items of the lists that were read, in any order. */
export function deriveLedgerLists(
  { ledgerRequests }: TenantState,
  actual: ReadonlyMap<string, unknown>,
): (readonly [string, OracleBody[]])[] {
  const requests = [...ledgerRequests.values()].map(({ body }) => body);
  const lists = [
    ['ledger requests', requests],
    ['settings changes', requests.filter(({ kind }) => kind === 'SETTINGS_CHANGE')],
    ['year closings', requests.filter(({ kind }) => kind === 'YEAR_CLOSE')],
    [
      'period closings',
      requests.filter(({ kind, period }) => kind === 'PERIOD_CLOSE' && period === '2026-02'),
    ],
    ['ledger requests pending', requests.filter(({ status }) => status === 'PENDING_APPROVAL')],
  ] as const;
  return lists.filter(([name]) => actual.has(name));
}

/** The expected settings, and the chart in the order of its codes. */
export function deriveLedgerRecords(
  { settings, chart, periods }: TenantState,
  actual: ReadonlyMap<string, unknown>,
): [string, unknown][] {
  const codes = [...chart.keys()].toSorted();
  const facts = actual.get('settings') as OracleBody;
  return [
    ['chart', codes.map((code) => chart.get(code))],
    ['settings', buildSettingsBody(settings, facts)],
    ...(actual.has('periods')
      ? [['periods', derivePeriods(periods, actual.get('periods'))] as [string, unknown]]
      : []),
  ];
}

function derivePeriods(periods: TenantState['periods'], actual: unknown): OracleBody[] {
  const facts = new Map((actual as readonly OracleBody[]).map((body) => [body['period'], body]));
  return [...periods.keys()]
    .toSorted()
    .map((period) => buildPeriodBody(period, periods.get(period), facts.get(period) ?? {}));
}
