import type { GeneralLedgerTerms } from '../../domain/journal/entry-controls.ts';
import type { Session } from '../commit/session.ts';
import { readControlCodes } from './control-codes.ts';
import { readCachedSettings } from './settings.ts';

/** What the general ledger demands of postings: no request while it is in the cache. */
export async function readGeneralLedgerTerms(
  session: Session,
  now: Date,
): Promise<GeneralLedgerTerms> {
  const [settings, controlCodes] = await Promise.all([
    readCachedSettings(session, now),
    readControlCodes(session, now),
  ]);
  return { settings, controlCodes };
}
