// Every way in which one stored record can be changed: each member of each attribute changed or dropped,
// and each record deleted, copied or moved.
import type { RecordKind } from '../../../functions/ledger/record-kinds.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';

/** A change of one record: what is stored instead of it, and what is stored besides. */
export interface PlantedCorruption {
  /** The kind, the path of the member and what was done to it. */
  readonly name: string;
  readonly item: Item;
  /** Undefined if the record is deleted. */
  readonly instead: Item | undefined;
}

/** Every corruption of a single member, at every record. */
export function listMemberCorruptions(
  kind: RecordKind,
  items: readonly Item[],
): PlantedCorruption[] {
  return items.flatMap((item) => {
    const { PK, SK, ...attributes } = item;
    return listChanges('', attributes).map(({ path, how, value }) => {
      return { name: `${kind} ${path} ${how}`, item, instead: { PK, SK, ...(value as object) } };
    });
  });
}

/** Of each corruption one, spread over the records, so that many can be tried at once. */
export function pickOneEach(planted: readonly PlantedCorruption[]): PlantedCorruption[] {
  const loads = new Map<Item, number>();
  const groups = Map.groupBy(planted, ({ name }) => name);
  return [...groups.values()].flatMap((group) => {
    const [picked] = group.toSorted((a, b) => (loads.get(a.item) ?? 0) - (loads.get(b.item) ?? 0));
    if (picked) loads.set(picked.item, (loads.get(picked.item) ?? 0) + 1);
    return picked ?? [];
  });
}

interface MemberChange {
  readonly path: string;
  readonly how: string;
  /** The whole value with the change. */
  readonly value: unknown;
}

function listChanges(path: string, value: unknown): MemberChange[] {
  if (value instanceof Uint8Array) {
    return [{ path, how: 'changed', value: value.map((byte, index) => (index ? byte : byte ^ 1)) }];
  }
  if (Array.isArray(value)) return listListChanges(path, value);
  if (typeof value === 'object' && value !== null) {
    return listMapChanges(path, value as Record<string, unknown>);
  }
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    const changes = listChanges(path, JSON.parse(value));
    return changes.map((change) => ({ ...change, value: JSON.stringify(change.value) }));
  }
  return [{ path, how: 'changed', value: changeScalar(value) }];
}

function listMapChanges(path: string, value: Record<string, unknown>): MemberChange[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path === '' ? name : `${path}/${name}`;
    const { [name]: _dropped, ...others } = value;
    return [
      { path: at, how: 'dropped', value: others },
      ...listChanges(at, part).map((change) => ({
        ...change,
        value: { ...value, [name]: change.value },
      })),
    ];
  });
}

// Lists have parts of one kind: the last part stands for all.
function listListChanges(path: string, value: readonly unknown[]): MemberChange[] {
  const others = value.slice(0, -1);
  const changes = value.length === 0 ? [] : listChanges(`${path}/*`, value.at(-1));
  return [
    { path, how: 'extended', value: [...value, value.at(-1) ?? 'forged'] },
    ...(value.length === 0 ? [] : [{ path, how: 'shortened', value: others }]),
    ...changes.map((change) => ({ ...change, value: [...others, change.value] })),
  ];
}

const SWAPS: Readonly<Record<string, string>> = {
  ACTIVE: 'FROZEN',
  FROZEN: 'ACTIVE',
  CLOSED: 'ACTIVE',
  APPLIED: 'PENDING_APPROVAL',
  PENDING_APPROVAL: 'APPLIED',
  REJECTED: 'FAILED',
  FAILED: 'REJECTED',
  DEBIT: 'CREDIT',
  CREDIT: 'DEBIT',
};

// Another value of the same form, so that only a comparison finds it.
function changeScalar(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  if (SWAPS[text] !== undefined) return SWAPS[text];
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) - 1).toISOString();
  return text.endsWith('a') ? `${text.slice(0, -1)}b` : `${text.slice(0, -1)}a`;
}

/** One record of each kind in each state, and one receipt of each operation that changed something. */
export function pickDistinctRecords(items: readonly Item[]): Item[] {
  const records = items.filter(({ events }) => !isEmptyList(events));
  const state = ({ PK, SK, ...item }: Item) =>
    [
      PK.split('#')[2],
      SK.split('#')[0]?.length,
      item['status'],
      item['batch_status'],
      item['operation'],
    ].join();
  return [...new Map(records.map((item) => [state(item), item])).values()];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
