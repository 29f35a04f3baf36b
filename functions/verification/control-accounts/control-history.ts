// Which control codes have always controlled the same accounts and loans. Only for these is the sum of
// balances that of the postings: a product that names another code takes its balances along, while the
// postings stay with the code of their time.
import { DEFAULT_CONTROL_CODES } from '../../domain/journal/control-accounts.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { DEFAULT_LOAN_ACCOUNTS, listControlRoles } from '../../domain/loans/ledger-accounts.ts';
import { readProductTerms } from '../../domain/products/products.ts';
import type { Product } from '../../domain/products/products.ts';
import { readIdTime } from '../../ledger/store/ids.ts';

/** How long functions may post by terms from before a change: their cache and the longest request. */
export const CHANGE_MS = 30_000;

interface ProductHistory {
  readonly tenant: string;
  /** From when on no function takes the product for one that is not published. */
  readonly known: number;
  /** All codes that its versions named in the period, by role. */
  readonly codes: Map<string, Set<string>>;
  /** The version in force at the start of the period. */
  readonly first?: NamedCodes;
}

interface NamedCodes {
  readonly version: number;
  /** By role. */
  readonly codes: readonly (readonly [string, string])[];
}

export interface SavedHistory {
  readonly products: ReadonlyMap<string, ProductHistory>;
  readonly firstUses: ReadonlyMap<string, number>;
  readonly firstLines: ReadonlyMap<string, number>;
}

/** The codes and their uses in a period: the whole time of a tenant, or the time from a start on. */
export class ControlHistory {
  readonly #products = new Map<string, ProductHistory>();
  /** The time of the first account or loan of each product, and of the first line on each code. */
  readonly #firstUses = new Map<string, number>();
  readonly #firstLines = new Map<string, number>();

  /** Adds a version of a product; the start is the same for each product of the tenant. */
  addVersion(product: Product, start?: string): void {
    const { tenantId: tenant, id, createdAt, updatedAt } = product;
    const startedAt = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start);
    const name = JSON.stringify([tenant, id]);
    const known = Date.parse(createdAt) + CHANGE_MS;
    const history: ProductHistory = this.#products.get(name) ?? {
      tenant,
      known: known <= startedAt ? Number.NEGATIVE_INFINITY : known,
      codes: new Map(),
    };
    const isInPeriod = Date.parse(updatedAt) + CHANGE_MS > startedAt;
    const { version } = product;
    const named = { version, codes: listControlRoles(readProductTerms(product).ledgerAccounts) };
    if (isInPeriod) addCodes(history.codes, named);
    this.#products.set(name, isInPeriod ? history : { ...history, ...chooseFirst(history, named) });
  }

  save(): SavedHistory {
    return {
      products: this.#products,
      firstUses: this.#firstUses,
      firstLines: this.#firstLines,
    };
  }

  /** Adds the history of other records in the same period. */
  merge({ products, firstUses, firstLines }: SavedHistory): void {
    for (const [name, time] of firstUses) keepFirst(this.#firstUses, name, time);
    for (const [name, time] of firstLines) keepFirst(this.#firstLines, name, time);
    for (const [name, { codes, first, ...product }] of products) {
      const history: ProductHistory = this.#products.get(name) ?? { ...product, codes: new Map() };
      for (const [role, named] of codes) {
        history.codes.set(role, new Set([...(history.codes.get(role) ?? []), ...named]));
      }
      this.#products.set(name, { ...history, ...chooseFirst(history, first) });
    }
  }

  /** Adds an account or a loan of the product. */
  addUse(tenant: string, productId: string, id: string): void {
    keepFirst(this.#firstUses, JSON.stringify([tenant, productId]), readIdTime(id));
  }

  addEntry(tenant: string, { ledgerLines, postedAt }: JournalEntry): void {
    for (const { accountCode } of ledgerLines) {
      keepFirst(this.#firstLines, JSON.stringify([tenant, accountCode]), Date.parse(postedAt));
    }
  }

  /** The codes that other accounts, loans or lines were once under, by tenant and code as JSON. */
  listMovedCodes(): Set<string> {
    const moved = new Set<string>();
    const since = new Map<string, number>();
    for (const [name, { tenant, known, codes, first }] of this.#products) {
      const isLate = (this.#firstUses.get(name) ?? Number.POSITIVE_INFINITY) < known;
      for (const [role, named] of addCodes(new Map(codes), first)) {
        const own = [...named];
        // Until its first version is published, a product has the default codes.
        const fallback = DEFAULT_LOAN_ACCOUNTS[role as keyof typeof DEFAULT_LOAN_ACCOUNTS];
        const all = new Set(isLate ? [...own, fallback] : own);
        for (const code of all) {
          const subject = JSON.stringify([tenant, code]);
          if (all.size > 1) moved.add(subject);
          keepFirst(since, subject, known);
        }
      }
    }
    for (const [subject, start] of since) {
      const [, code = ''] = JSON.parse(subject) as string[];
      const isOlder = (this.#firstLines.get(subject) ?? Number.POSITIVE_INFINITY) < start;
      if (isOlder && !DEFAULT_CONTROL_CODES.has(code)) moved.add(subject);
    }
    return moved;
  }
}

/** Adds the codes of the version, by role; leaves the sets that the map had as they were. */
function addCodes(codes: Map<string, Set<string>>, named: NamedCodes | undefined) {
  for (const [role, code] of named?.codes ?? []) {
    codes.set(role, new Set([...(codes.get(role) ?? []), code]));
  }
  return codes;
}

/** The newest version from before the period is the one in force at its start. */
function chooseFirst(
  { first }: Pick<ProductHistory, 'first'>,
  other: NamedCodes | undefined,
): Pick<ProductHistory, 'first'> {
  return other && other.version > (first?.version ?? 0) ? { first: other } : {};
}

function keepFirst(times: Map<string, number>, name: string, time: number): void {
  times.set(name, Math.min(time, times.get(name) ?? Number.POSITIVE_INFINITY));
}
