// The file of a whole chart of accounts: what its rows show together, and the accounts that they define.
import { ANCESTORS_MAX, MAPPING_NAME_CHARACTERS_MAX } from '../general-ledger/accounts.ts';
import type { AccountDefinition, GeneralLedgerAccountRequest } from '../general-ledger/accounts.ts';
import type { RecordForm } from '../schemas/fields.ts';
import { isAccountCode, isDotSegment, isLine, isShortLine } from '../values/text-patterns.ts';
import type { RowFault } from './rejections.ts';

type ChartRecord = Readonly<Record<string, unknown>>;

/** A row that is sound by itself. */
export interface ChartRow {
  readonly row: number;
  readonly record: ChartRecord;
}

/** The parent of each account, by code; undefined for one without. */
export type AccountParents = ReadonlyMap<string, string | undefined>;

const MAPPINGS_MAX = 50;
const MAPPING_CODE_CHARACTERS_MAX = 128;

/** Returns the faults of one row that the types of its fields do not show in this form. */
export function findAccountRowFaults(record: ChartRecord, form: RecordForm): RowFault[] {
  const { mappings } = record;
  return [
    // A row of text lacks the field, which is a fault of its type.
    ...(form === 'typed' ? ['code', 'name'].filter((field) => record[field] === '') : []).map(
      (field) => fault(field, 'required', 'is required'),
    ),
    ...['code', 'parent'].flatMap((field) => findCodeFaults(field, readText(record, field))),
    ...(isDotSegment(readCode(record))
      ? [fault('code', 'not_an_account_code', 'must not be . or ..')]
      : []),
    ...(isLine(readText(record, 'name') ?? '')
      ? []
      : [fault('name', 'not_one_line', 'must not contain control characters or line breaks')]),
    ...(typeof mappings === 'string' && parseMappings(mappings) === undefined
      ? [fault('mappings', 'not_mappings', 'must be pairs such as HGB=1600; SAF-T=0110')]
      : []),
  ];
}

/** The rows of the file, together with the accounts that the chart has above them. */
export class ChartFile {
  readonly #rows: readonly ChartRow[];
  readonly #firstRows = new Map<string, number>();
  readonly #parents: Map<string, string | undefined>;

  constructor(rows: readonly ChartRow[], stored: AccountParents) {
    this.#rows = rows;
    this.#parents = new Map(stored);
    for (const { row, record } of rows) {
      const code = readCode(record);
      if (this.#firstRows.has(code)) continue;
      this.#firstRows.set(code, row);
      this.#parents.set(code, readText(record, 'parent'));
    }
  }

  /** Returns the faults of a row that is sound by itself. */
  findFaults(row: number, record: ChartRecord): RowFault[] {
    const [code, parent] = [readCode(record), readText(record, 'parent')];
    const first = this.#firstRows.get(code) ?? row;
    if (first !== row) return [fault('code', 'duplicate_code', `is that of row ${first} too`)];
    if (parent === undefined) return [];
    if (!this.#parents.has(parent)) {
      return [fault('parent', 'unknown_parent', 'is neither in the file nor in the chart')];
    }
    const above = this.#listAncestors(parent);
    if (above.includes(code)) return [fault('parent', 'cyclic_parent', 'is part of the account')];
    const isDeep = above.length > ANCESTORS_MAX;
    const message = `has more than ${ANCESTORS_MAX - 1} accounts above it, or is part of itself`;
    return isDeep ? [fault('parent', 'too_deep', message)] : [];
  }

  /** The accounts of the file, each after the ones above it. */
  get definitions(): AccountDefinition[] {
    const rows = new Map(
      this.#rows.map(({ record }) => toAccountDefinition(record)).map((one) => [one.code, one]),
    );
    const ordered = new Map<string, AccountDefinition>();
    for (const code of rows.keys()) {
      for (const above of this.#listAncestors(code).toReversed()) {
        const definition = rows.get(above);
        if (definition) ordered.set(above, definition);
      }
    }
    return [...ordered.values()];
  }

  // The account and those above it, from itself up; stops where a chain would not end.
  #listAncestors(code: string): string[] {
    const chain: string[] = [];
    let next: string | undefined = code;
    while (next !== undefined && chain.length <= ANCESTORS_MAX) {
      chain.push(next);
      next = this.#parents.get(next);
    }
    return chain;
  }
}

/** Returns the parents that the rows name. */
export function listParents(rows: readonly ChartRow[]): string[] {
  return [...new Set(rows.flatMap(({ record }) => readText(record, 'parent') ?? []))];
}

function toAccountDefinition(record: ChartRecord): AccountDefinition {
  const [currency, parent, status] = ['currency', 'parent', 'status'].map((field) =>
    readText(record, field),
  );
  const request = {
    name: readText(record, 'name'),
    type: readText(record, 'type'),
    ...(currency !== undefined && { currency }),
    ...(parent !== undefined && { parent }),
    ...(status !== undefined && { status }),
    mappings: parseMappings(readText(record, 'mappings') ?? '') ?? {},
  } as GeneralLedgerAccountRequest;
  return { code: readCode(record), request };
}

function readCode(record: ChartRecord): string {
  return readText(record, 'code') ?? '';
}

function parseMappings(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=').map((part) => part.trim()));
  const names = new Set(pairs.map(([name]) => name));
  const areSound = pairs.every(
    ([name = '', code = '', ...more]) =>
      more.length === 0 &&
      isShortLine(name, MAPPING_NAME_CHARACTERS_MAX) &&
      isShortLine(code, MAPPING_CODE_CHARACTERS_MAX),
  );
  if (!areSound || names.size < pairs.length || pairs.length > MAPPINGS_MAX) return undefined;
  return Object.fromEntries(pairs) as Record<string, string>;
}

function findCodeFaults(field: string, code: string | undefined): RowFault[] {
  if (code === undefined || isAccountCode(code)) return [];
  const message = 'must be words of visible characters with single spaces between them';
  return [fault(field, 'not_an_account_code', message)];
}

function fault(field: string, code: string, message: string): RowFault {
  return { field, code, message: `${field} ${message}` };
}

// An empty text means no value, as in a CSV file.
function readText(record: ChartRecord, field: string): string | undefined {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
