// Control accounts move as the accounts and loans that they control. Under REPORTED a difference is only
// remarked. Under ENFORCED none has come in since the settings were last changed, except that a reversal
// takes one back.
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { addEffects, computeEffect } from '../../domain/loans/loan-effects.ts';
import { buildZeroAmounts } from '../../domain/loans/loans.ts';
import { readProductTerms } from '../../domain/products/products.ts';
import { formatMoney, money, readCurrency, toMinorUnits } from '../../domain/values/money.ts';
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import { accountStateFields } from '../../ledger/accounts/items.ts';
import { generalLedgerSettingsFields } from '../../ledger/general-ledger/items.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { fromLoanItem, transactionFields } from '../../ledger/loans/items.ts';
import { productFields } from '../../ledger/products/items.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readLastBefore, readPartition, readRecord } from '../../ledger/store/table-scans.ts';
import type { StoredRecord, VerificationCheck, VerificationRun } from '../check.ts';
import { ControlMovements } from './control-movements.ts';
import type { ControlMovement } from './control-movements.ts';
import type { Flaw } from '../difference.ts';
import { readIfSound } from '../records/unreadable.ts';

const KINDS: readonly RecordKind[] = ['JRN', 'BAL', 'LON', 'PRD'];

/** How long functions may post by settings from before a change: their cache and the longest request. */
const CHANGE_MS = 30_000;

export const controlAccounts: VerificationCheck = {
  name: 'control-accounts',
  kinds: KINDS,
  begin: (audit) => {
    const count = new ControlCount(audit, new Date().toISOString());
    return {
      visit: (record) => count.visit(record),
      conclude: () => count.conclude(),
    };
  },
};

class ControlCount {
  readonly #audit: VerificationRun;
  /** The time up to which both sides are counted. */
  readonly #end: string;
  readonly #starts = new Map<string, Promise<string | undefined>>();
  #movements = new ControlMovements();
  #isAgain = false;

  constructor(audit: VerificationRun, end: string) {
    this.#audit = audit;
    this.#end = end;
  }

  async visit({ tenant, kind, item }: StoredRecord): Promise<void> {
    if (kind === 'PRD') {
      const product = productFields.fromItem(item);
      this.#movements.addProduct(tenant, product.id, readProductTerms(product).ledgerAccounts);
      return;
    }
    const enforcedSince = await this.#readEnforcedSince(tenant);
    const period = { start: enforcedSince ?? '', end: this.#end };
    if (kind === 'JRN') this.#visitEntry(tenant, item, enforcedSince);
    if (kind === 'BAL') await this.#visitAccount(tenant, item, period);
    if (kind === 'LON') await this.#visitLoan(tenant, item, period);
  }

  /** Counts again what does not agree, once every posting from before the end has settled. */
  async conclude(): Promise<void> {
    let flaws = await this.#findFlaws();
    if (flaws.length > 0) {
      await this.#audit.settled();
      this.#movements = new ControlMovements();
      this.#isAgain = true;
      if (!(await this.#audit.walk(KINDS, (record) => this.visit(record)))) return;
      flaws = await this.#findFlaws();
    }
    for (const flaw of flaws) this.#audit.report(flaw);
    for (const movement of this.#movements.list()) {
      const isEnforced = (await this.#readEnforcedSince(movement.tenant)) !== undefined;
      if (!isEnforced) this.#remark(movement);
    }
  }

  #remark(movement: ControlMovement): void {
    const { tenant, accountCode, ledger, controlled, entries } = movement;
    if (ledger === controlled && entries === 0n) return;
    this.#audit.remark(
      `${tenant}: control account ${accountCode} has a net credit of ${format(movement, ledger)}, and what it controls ` +
        `${format(movement, controlled)} (difference ${format(movement, ledger - controlled)}); ` +
        `journal entries with control_differences on it: ${entries}.`,
    );
  }

  async #findFlaws(): Promise<Flaw[]> {
    const flaws: Flaw[] = [];
    for (const movement of this.#movements.list()) {
      const { tenant, accountCode, ledger, controlled, recorded } = movement;
      const isEnforced = (await this.#readEnforcedSince(tenant)) !== undefined;
      if (!isEnforced || ledger - controlled === recorded) continue;
      flaws.push({
        tenant,
        kind: 'control_account',
        id: accountCode,
        field: 'movement',
        stored: format(movement, ledger),
        derived: format(movement, controlled + recorded),
        place: keys.generalLedgerSettings(tenant),
      });
    }
    return flaws;
  }

  #visitEntry(tenant: string, item: Item, enforcedSince: string | undefined): void {
    const entry = fromJournalItem(item);
    if (entry.postedAt > this.#end || entry.postedAt <= (enforcedSince ?? '')) return;
    this.#movements.addEntry(tenant, entry);
    if (this.#isAgain) return;
    for (const [accountCode, stored, derived] of listFalseDifferences(entry, enforcedSince)) {
      const field = `control_differences/${accountCode}`;
      const head = { tenant, kind: 'journal_entry', id: entry.id, place: item };
      this.#audit.report({ ...head, field, stored, derived });
    }
  }

  async #visitAccount(tenant: string, item: Item, period: CountedPeriod): Promise<void> {
    const { id, productId, balance, postedAt = '' } = accountStateFields.fromItem(item);
    if (postedAt <= period.start) return;
    const readBalance = async (at: string): Promise<bigint> => {
      if (at === '') return 0n;
      if (postedAt <= at) return toMinorUnits(balance);
      const { store } = this.#audit;
      const last = await readLastBefore(store, keys.entries(tenant, id), `${at}#~`);
      return last ? toMinorUnits(accountEntryFields.fromItem(last).balanceAfter) : 0n;
    };
    const change = (await readBalance(period.end)) - (await readBalance(period.start));
    this.#movements.addAccount(tenant, productId, readCurrency(balance), change);
  }

  async #visitLoan(tenant: string, item: Item, { start, end }: CountedPeriod): Promise<void> {
    const { terms, state } = fromLoanItem(item);
    if (state.updatedAt <= start) return;
    if (start === '' && state.updatedAt <= end) {
      this.#movements.addLoan(tenant, terms.productId, state.outstanding);
      return;
    }
    let amounts = buildZeroAmounts(readCurrency(terms.principal));
    const partition = keys.transactions(tenant, terms.id);
    for await (const page of readPartition(this.#audit.store, partition, ' ')) {
      for (const transaction of page.map((one) => transactionFields.fromItem(one))) {
        const isCounted = transaction.postedAt > start && transaction.postedAt <= end;
        if (isCounted) amounts = addEffects(amounts, computeEffect(transaction));
      }
    }
    this.#movements.addLoan(tenant, terms.productId, amounts.outstanding);
  }

  /** When the tenant's postings started to obey ENFORCED; undefined under REPORTED. */
  #readEnforcedSince(tenant: string): Promise<string | undefined> {
    const known = this.#starts.get(tenant) ?? readEnforcedSince(this.#audit, tenant);
    this.#starts.set(tenant, known);
    return known;
  }
}

interface CountedPeriod {
  /** Exclusive; empty for the start of the ledger. */
  readonly start: string;
  /** Inclusive. */
  readonly end: string;
}

async function readEnforcedSince(
  { store }: VerificationRun,
  tenant: string,
): Promise<string | undefined> {
  const item = await readRecord(store, keys.generalLedgerSettings(tenant));
  const settings = item && readIfSound(() => generalLedgerSettingsFields.fromItem(item));
  if (settings?.controlAccounts !== 'ENFORCED' || settings.updatedAt === undefined)
    return undefined;
  return new Date(Date.parse(settings.updatedAt) + CHANGE_MS).toISOString();
}

/** The code, the stored and the derived value of each difference that the entry cannot have. */
function listFalseDifferences(
  { entryType, ledgerLines, controlDifferences = [] }: JournalEntry,
  enforcedSince: string | undefined,
): (readonly [string, string, string])[] {
  return controlDifferences.flatMap(({ accountCode, expected, found }) => {
    if (enforcedSince !== undefined && entryType !== 'REVERSAL') {
      return [[accountCode, formatMoney(found), `${formatMoney(expected)}, as enforced`] as const];
    }
    const derived = ledgerLines
      .filter((line) => line.accountCode === accountCode)
      .reduce(
        (sum, { side, amount }) => sum + (side === 'CREDIT' ? 1n : -1n) * toMinorUnits(amount),
        0n,
      );
    if (derived === toMinorUnits(found)) return [];
    const text = formatMoney(money(derived, readCurrency(found)));
    return [[accountCode, formatMoney(found), text] as const];
  });
}

function format({ currency }: ControlMovement, minor: bigint): string {
  return `${formatMoney(money(minor, currency))} ${currency}`;
}
