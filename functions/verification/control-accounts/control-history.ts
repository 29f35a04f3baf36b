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
  readonly first?: Product;
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
    if (isInPeriod) addCodes(history.codes, product);
    const isFirst = !isInPeriod && product.version > (history.first?.version ?? 0);
    this.#products.set(name, isFirst ? { ...history, first: product } : history);
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
function addCodes(codes: Map<string, Set<string>>, version: Product | undefined) {
  const roles = version ? listControlRoles(readProductTerms(version).ledgerAccounts) : [];
  for (const [role, code] of roles) codes.set(role, new Set([...(codes.get(role) ?? []), code]));
  return codes;
}

function keepFirst(times: Map<string, number>, name: string, time: number): void {
  times.set(name, Math.min(time, times.get(name) ?? Number.POSITIVE_INFINITY));
}
