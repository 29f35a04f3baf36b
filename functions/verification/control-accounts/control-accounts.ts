// Control accounts move as the accounts and loans that they control, but for the differences that entries
// recorded. Their sum is the sub-ledger of the tie-out: here it is compared with the balances of the accounts
// and the outstanding amounts of the loans. Under REPORTED a recorded difference is only remarked. Under
// ENFORCED only reversals have recorded any since the settings were last changed, and they explain every
// movement that does not match.
import { addEffects, computeEffect } from '../../domain/loans/loan-effects.ts';
import { buildZeroAmounts } from '../../domain/loans/loans.ts';
import { readProductTerms } from '../../domain/products/products.ts';
import { formatMoney, money, readCurrency, toMinorUnits } from '../../domain/values/money.ts';
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import { accountStateFields } from '../../ledger/accounts/items.ts';
import { fromLoanItem, transactionFields } from '../../ledger/loans/items.ts';
import { productFields } from '../../ledger/products/items.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readLastBefore, readPartition } from '../../ledger/store/table-scans.ts';
import type { PassInput, StoredRecord, VerificationCheck, VerificationRun } from '../check.ts';
import type { ControlMovement } from './control-movements.ts';
import { ControlSums } from './control-sums.ts';
import { hasNewSettings, readEnforcedSince } from './enforced-since.ts';
import { listFalseDifferences } from './false-differences.ts';
import type { PeriodSums } from './period-sums.ts';
import type { Flaw } from '../difference.ts';
import { readJournalItem } from '../journal-items.ts';

const KINDS: readonly RecordKind[] = ['JRN', 'BAL', 'LON', 'PRD', 'PRO'];

export const controlAccounts: VerificationCheck = {
  name: 'control-accounts',
  begin: (audit, input) => {
    const count = new ControlCount(audit, input !== undefined);
    return {
      kinds: KINDS,
      visit: (record) => count.visit(record),
      summary: count.sums,
      conclude: () => count.conclude(),
    };
  },
};

class ControlCount {
  readonly #audit: VerificationRun;
  /** The time up to which both sides are counted. */
  readonly #end: string;
  readonly #starts = new Map<string, Promise<string | undefined>>();
  readonly sums = new ControlSums();
  /** Whether an earlier pass has not agreed. */
  readonly #isAgain: boolean;

  constructor(audit: VerificationRun, isAgain: boolean) {
    this.#audit = audit;
    this.#end = audit.startedAt;
    this.#isAgain = isAgain;
  }

  async visit({ tenant, kind, item }: StoredRecord): Promise<void> {
    const { whole, enforced } = this.sums;
    const enforcedSince = await this.#readEnforcedSince(tenant);
    if (kind === 'PRO' || kind === 'PRD') {
      return this.#visitProduct({ tenant, kind, item }, enforcedSince);
    }
    if (kind === 'JRN') return this.#visitEntry(tenant, item, enforcedSince);
    const visit = kind === 'BAL' ? this.#visitAccount : this.#visitLoan;
    const end = this.#end;
    await visit.call(this, whole, { tenant, item, period: { start: '', end } });
    if (enforcedSince === undefined) return;
    await visit.call(this, enforced, { tenant, item, period: { start: enforcedSince, end } });
  }

  #visitProduct({ tenant, kind, item }: StoredRecord, enforcedSince: string | undefined): void {
    // Rules are among the parts of a product.
    if (item['config'] === undefined) return;
    const { whole, enforced } = this.sums;
    const product = productFields.fromItem(item);
    whole.history.addVersion(product);
    enforced.history.addVersion(product, enforcedSince);
    if (kind === 'PRO') return;
    const { ledgerAccounts } = readProductTerms(product);
    for (const { movements } of [whole, enforced]) {
      movements.addProduct(tenant, product.id, ledgerAccounts);
    }
  }

  /** Counts again what does not agree, once every posting from before the end has settled. */
  async conclude(): Promise<PassInput | undefined> {
    const flaws = await this.#findFlaws();
    if (flaws.length > 0 && !this.#isAgain) {
      await this.#audit.settled();
      return { step: 'again', data: undefined };
    }
    for (const flaw of flaws) this.#audit.report(flaw);
    const { movements, history } = this.sums.whole;
    const moved = history.listMovedCodes();
    for (const movement of movements.list()) {
      const isEnforced = (await this.#readEnforcedSince(movement.tenant)) !== undefined;
      if (!isEnforced || moved.has(formatCode(movement))) this.#remark(movement);
    }
    return undefined;
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
    return [...(await this.#findEnforcedFlaws()), ...(await this.#findSubLedgerFlaws())];
  }

  async #findEnforcedFlaws(): Promise<Flaw[]> {
    const { movements, history } = this.sums.enforced;
    const moved = history.listMovedCodes();
    const flaws: Flaw[] = [];
    for (const movement of movements.list()) {
      const { tenant, accountCode, ledger, controlled, recorded } = movement;
      if (ledger - controlled === recorded || moved.has(formatCode(movement))) continue;
      if (await hasNewSettings(this.#audit, tenant)) continue;
      const head = { tenant, kind: 'control_account', id: accountCode, field: 'movement' };
      const stored = format(movement, ledger);
      const derived = format(movement, controlled + recorded);
      flaws.push({ ...head, stored, derived, place: keys.generalLedgerSettings(tenant) });
    }
    return flaws;
  }

  async #findSubLedgerFlaws(): Promise<Flaw[]> {
    const { movements, history } = this.sums.whole;
    const moved = history.listMovedCodes();
    const flaws: Flaw[] = [];
    for (const movement of movements.list()) {
      const { tenant, accountCode, ledger, controlled, recorded } = movement;
      if (ledger - recorded === controlled) continue;
      if (moved.has(formatCode(movement))) continue;
      if (!(await this.#isComparedFromStart(tenant))) continue;
      const head = { tenant, kind: 'control_account', id: accountCode, field: 'sub_ledger' };
      const stored = format(movement, ledger - recorded);
      const derived = format(movement, controlled);
      flaws.push({ ...head, stored, derived, place: keys.generalLedgerSettings(tenant) });
    }
    return flaws;
  }

  // Entries of earlier versions were not compared with their control accounts. A tenant whose first event
  // the general ledger received has none of these.
  async #isComparedFromStart(tenant: string): Promise<boolean> {
    const { store } = this.#audit;
    if (store.projectionsTable === undefined) return false;
    return (await readStatus(store, tenant)).complete.includes('general_ledger');
  }

  #visitEntry(tenant: string, item: Item, enforcedSince: string | undefined): void {
    const entry = readJournalItem(item);
    if (entry.postedAt > this.#end) return;
    const { whole, enforced } = this.sums;
    whole.addEntry(tenant, entry);
    const isEnforced = enforcedSince !== undefined && entry.postedAt > enforcedSince;
    if (isEnforced) enforced.addEntry(tenant, entry);
    if (this.#isAgain || (enforcedSince !== undefined && !isEnforced)) return;
    for (const [accountCode, stored, derived] of listFalseDifferences(entry, enforcedSince)) {
      const field = `control_differences/${accountCode}`;
      const head = { tenant, kind: 'journal_entry', id: entry.id, place: item };
      this.#audit.report({ ...head, field, stored, derived });
    }
  }

  async #visitAccount(
    { movements, history }: PeriodSums,
    counted: ControlledRecord,
  ): Promise<void> {
    const { tenant, item, period } = counted;
    const { id, productId, balance, postedAt = '' } = accountStateFields.fromItem(item);
    history.addUse(tenant, productId, id);
    if (postedAt <= period.start) return;
    const readBalance = async (at: string): Promise<bigint> => {
      if (at === '') return 0n;
      if (postedAt <= at) return toMinorUnits(balance);
      const { store } = this.#audit;
      const last = await readLastBefore(store, keys.entries(tenant, id), `${at}#~`);
      return last ? toMinorUnits(accountEntryFields.fromItem(last).balanceAfter) : 0n;
    };
    const change = (await readBalance(period.end)) - (await readBalance(period.start));
    movements.addAccount(tenant, productId, readCurrency(balance), change);
  }

  async #visitLoan({ movements, history }: PeriodSums, counted: ControlledRecord): Promise<void> {
    const { tenant, item, period } = counted;
    const { start, end } = period;
    const { terms, state } = fromLoanItem(item);
    history.addUse(tenant, terms.productId, terms.id);
    if (state.updatedAt <= start) return;
    if (start === '' && state.updatedAt <= end) {
      movements.addLoan(tenant, terms.productId, state.outstanding);
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
    movements.addLoan(tenant, terms.productId, amounts.outstanding);
  }

  /** When the tenant's postings started to obey ENFORCED; undefined under REPORTED. */
  #readEnforcedSince(tenant: string): Promise<string | undefined> {
    const known = this.#starts.get(tenant) ?? readEnforcedSince(this.#audit, tenant);
    this.#starts.set(tenant, known);
    return known;
  }
}

interface ControlledRecord extends Pick<StoredRecord, 'tenant' | 'item'> {
  readonly period: CountedPeriod;
}

interface CountedPeriod {
  /** Exclusive; empty for the start of the ledger. */
  readonly start: string;
  /** Inclusive. */
  readonly end: string;
}

/** As ControlHistory names codes. */
function formatCode({ tenant, accountCode }: ControlMovement): string {
  return JSON.stringify([tenant, accountCode]);
}

function format({ currency }: ControlMovement, minor: bigint): string {
  return `${formatMoney(money(minor, currency))} ${currency}`;
}
