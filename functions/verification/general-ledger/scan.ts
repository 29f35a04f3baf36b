// Reads of a whole general ledger, for the verification: no operation reads so much.
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import { formatRowPrefix } from '../../domain/projections/ledger-counters.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { runPages } from '../../ledger/store/merged-lists.ts';
import type { Store } from '../../ledger/store/store.ts';
import { readControl } from '../../ledger/projections/generations.ts';
import { buildRowKey } from '../../ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../ledger/projections/general-ledger-items.ts';
import { requireProjectionsTable } from '../../ledger/projections/items.ts';
import type { DayRange } from '../check.ts';

/** The generation of the general ledger that readers see: one request. */
export async function readServedGeneration(store: Store): Promise<number> {
  const { projections } = await readControl(store);
  return projections.general_ledger.active;
}

/** The rows of years of all account codes, page by page. */
export function readYearRows(store: Store, ledger: LedgerGeneration): AsyncGenerator<Item[]> {
  const { PK } = buildRowKey(ledger, LEDGER_HEAD);
  return readPages(store, PK, formatRowPrefix('years', ''));
}

/** All rows of months and of days, page by page. */
export async function* readDetailRows(
  store: Store,
  ledger: LedgerGeneration,
): AsyncGenerator<Item[]> {
  const { PK } = buildRowKey(ledger, LEDGER_HEAD);
  for (const level of ['months', 'days'] as const) {
    yield* readPages(store, PK, formatRowPrefix(level, ''));
  }
}

/** What is read of an account code in one currency. */
export interface AccountRange {
  readonly accountCode: string;
  readonly currency: string;
  readonly days: DayRange;
}

/** The lines by accounting date, page by page. */
export function readAccountLines(
  store: Store,
  { tenant, generation }: LedgerGeneration,
  { accountCode, currency, days }: AccountRange,
): AsyncGenerator<Item[]> {
  const PK = keys.ledgerLines(tenant, generation, accountCode);
  return readDays(store, { PK, start: currency }, days);
}

/** What entries recorded on the account code as a control account, page by page. */
export function readAccountDifferences(
  store: Store,
  { tenant, generation }: LedgerGeneration,
  { accountCode, currency, days }: AccountRange,
): AsyncGenerator<Item[]> {
  const PK = keys.ledgerLines(tenant, generation, accountCode);
  return readDays(store, { PK, start: `D#${currency}` }, days);
}

/** What follows all that a key separates by `#`. */
const AFTER_ALL = '$';

// A date follows the start, and more after it: no key is a bound itself.
function readDays(
  store: Store,
  { PK, start }: { readonly PK: string; readonly start: string },
  { from, before }: DayRange,
): AsyncGenerator<Item[]> {
  return runPages(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :before',
    ExpressionAttributeValues: {
      ':partition': PK,
      ':from': `${start}#${from}`,
      ':before': before === undefined ? `${start}${AFTER_ALL}` : `${start}#${before}`,
    },
    ConsistentRead: true,
  });
}

function readPages(store: Store, partition: string, prefix: string): AsyncGenerator<Item[]> {
  return runPages(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :partition AND begins_with(SK, :prefix)',
    ExpressionAttributeValues: { ':partition': partition, ':prefix': prefix },
    ConsistentRead: true,
  });
}
