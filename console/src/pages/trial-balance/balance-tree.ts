// The accounts of a trial balance in one currency as a tree: by type, and below that as the chart has them.
import type {
  GeneralLedgerAccount,
  GeneralLedgerAccountType,
  TrialBalanceRow,
} from '../../../../client/client.ts';
import { ACCOUNT_TYPES } from '../../parts/reports/account-type-name.ts';
import { formatMinorUnits, sumAmounts } from '../../values/minor-units.ts';

export interface BalanceFigures {
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

export interface BalanceNode extends BalanceFigures {
  /** Unique in its tree: no code starts or ends with a space, as the ids of types and of `itself` do. */
  readonly id: string;
  readonly kind: 'type' | 'sum' | 'account' | 'total';
  /** Absent from a type and from the total. */
  readonly code?: string;
  readonly name?: string;
  readonly type?: GeneralLedgerAccountType;
  readonly children: readonly BalanceNode[];
}

type ChartAccount = Pick<GeneralLedgerAccount, 'code' | 'name' | 'type' | 'parent'>;

/**
 * Builds the nodes of the types, with the accounts below them. The figures of an account with others below it
 * are sums; what is posted on the account itself is then a node of its own.
 */
export function buildBalanceTree(
  rows: readonly TrialBalanceRow[],
  chart: readonly ChartAccount[],
): readonly BalanceNode[] {
  const tree = new AccountTree(rows, chart);
  const types = [...ACCOUNT_TYPES, undefined];
  return types.flatMap((type) => {
    const children = tree.buildChildren(undefined, type);
    if (children.length === 0) return [];
    const id = ` ${type ?? 'none'}`;
    return [{ id, kind: 'type', ...(type && { type }), ...sumFigures(children), children }];
  });
}

/** Adds up the figures of rows or nodes. */
export function sumFigures(parts: readonly BalanceFigures[]): BalanceFigures {
  const sum = (name: keyof BalanceFigures) =>
    formatMinorUnits(sumAmounts(parts.map((part) => part[name])));
  return {
    opening: sum('opening'),
    debits: sum('debits'),
    credits: sum('credits'),
    closing: sum('closing'),
  };
}

class AccountTree {
  readonly #rows: ReadonlyMap<string, TrialBalanceRow>;
  readonly #chart: ReadonlyMap<string, ChartAccount>;
  /** The accounts that are shown, by the account that they are part of. */
  readonly #below = new Map<string | undefined, string[]>();

  constructor(rows: readonly TrialBalanceRow[], chart: readonly ChartAccount[]) {
    this.#rows = new Map(rows.map((row) => [row.code, row]));
    this.#chart = new Map(chart.map((account) => [account.code, account]));
    const shown = new Set<string>();
    for (const { code } of rows) this.#add(code, shown);
    for (const codes of this.#below.values()) codes.sort();
  }

  #add(code: string, shown: Set<string>): void {
    if (shown.has(code)) return;
    shown.add(code);
    const parent = this.#findParent(code);
    this.#below.set(parent, [...(this.#below.get(parent) ?? []), code]);
    if (parent !== undefined) this.#add(parent, shown);
  }

  // An account of another type adds up with its own type.
  #findParent(code: string): string | undefined {
    const { parent, type } = this.#chart.get(code) ?? {};
    if (parent === undefined) return undefined;
    return this.#chart.get(parent)?.type === type ? parent : undefined;
  }

  #findType(code: string): GeneralLedgerAccountType | undefined {
    return this.#chart.get(code)?.type ?? this.#rows.get(code)?.type;
  }

  buildChildren(
    parent: string | undefined,
    type: GeneralLedgerAccountType | undefined,
  ): readonly BalanceNode[] {
    const codes = this.#below.get(parent) ?? [];
    const own =
      parent === undefined ? codes.filter((code) => this.#findType(code) === type) : codes;
    return own.map((code) => this.#buildAccount(code, type));
  }

  #buildAccount(code: string, type: GeneralLedgerAccountType | undefined): BalanceNode {
    const row = this.#rows.get(code);
    const name = this.#chart.get(code)?.name ?? row?.name;
    const facts = { code, ...(name !== undefined && { name }), ...(type && { type }) };
    const below = this.buildChildren(code, type);
    const account = row && { id: code, kind: 'account' as const, ...facts, ...pickFigures(row) };
    if (below.length === 0 && account !== undefined) return { ...account, children: [] };
    const itself = account === undefined ? [] : [{ ...account, id: `${code} `, children: [] }];
    const children = [...itself, ...below];
    return { id: code, kind: 'sum', ...facts, ...sumFigures(children), children };
  }
}

function pickFigures({ opening, debits, credits, closing }: BalanceFigures): BalanceFigures {
  return { opening, debits, credits, closing };
}
