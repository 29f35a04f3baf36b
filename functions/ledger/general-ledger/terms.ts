// What the general ledger requires of postings, cached for a few seconds in each container.
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerTerms } from '../../domain/journal/entry-controls.ts';
import type { Session } from '../commit/session.ts';
import { TimedCache } from '../timed-cache.ts';
import { readLedgerAccounts } from './accounts.ts';
import { readCachedSettings } from './settings.ts';

/** Accounts of the general ledger that one container caches. */
const ACCOUNTS_MAX = 10_000;

const activeAccounts = new TimedCache<GeneralLedgerAccount>(ACCOUNTS_MAX);

/**
 * The terms for entries with lines on these codes: no request while settings and accounts are in the
 * cache. Accounts are read only if the chart is enforced.
 */
export async function readGeneralLedgerTerms(
  session: Session,
  codes: Iterable<string>,
  now: Date,
): Promise<GeneralLedgerTerms> {
  const settings = await readCachedSettings(session, now);
  if (settings.chart === 'OPEN') return { settings, accounts: new Map() };
  return { settings, accounts: await readChartOf(session, [...new Set(codes)], now) };
}

// Only ACTIVE accounts are cached, so that no entry is refused because of an account as it was before.
async function readChartOf(
  session: Session,
  codes: readonly string[],
  now: Date,
): Promise<Map<string, GeneralLedgerAccount>> {
  const nameOf = (code: string) => `${session.store.ledgerTable} ${session.tenant} ${code}`;
  const known = await Promise.all(codes.map((code) => activeAccounts.find(nameOf(code), now)));
  const unknown = codes.filter((_, index) => known[index] === undefined);
  const read = unknown.length > 0 ? await readLedgerAccounts(session, unknown) : [];
  for (const account of read.filter(({ status }) => status === 'ACTIVE')) {
    void activeAccounts.keep(nameOf(account.code), now, Promise.resolve(account));
  }
  const found = [...known, ...read].filter((account) => account !== undefined);
  return new Map(found.map((account) => [account.code, account]));
}
