// What the state of the deployment means for an operator, in words and by how much it matters.
import type { ProjectionStatus, SystemState } from '../../../../client/client.ts';
import { systemText } from './messages.ts';

export interface SystemFinding {
  readonly level: 'success' | 'pending' | 'in-progress' | 'warning' | 'error';
  /** As short as it can be, beside an icon. */
  readonly text: string;
  /** What it means, and what to do. */
  readonly advice?: string;
}

/** The verification runs every night; after this the last one has been missed. */
const VERIFICATION_AGE_MS_MAX = 36 * 3_600_000;
/** A projection follows within moments; what is later than this does not only follow. */
const LAG_SECONDS_MAX = 60;

/** Says what the newest verification found. */
export function describeVerification(
  verification: SystemState['verification'],
  now: Date,
): SystemFinding {
  if (verification === undefined) return buildFinding('pending', 'notVerified');
  const { verified_at, finished, differences: count } = verification;
  if (count > 0) {
    const text = systemText('differences', { count });
    return { level: 'error', text, advice: systemText('differencesAdvice') };
  }
  if (!finished) return buildFinding('warning', 'unfinished');
  const ageMs = now.getTime() - Date.parse(verified_at);
  return ageMs > VERIFICATION_AGE_MS_MAX
    ? buildFinding('warning', 'overdue')
    : buildFinding('success', 'noDifference');
}

function buildFinding(
  level: SystemFinding['level'],
  text: 'notVerified' | 'unfinished' | 'overdue' | 'noDifference',
): SystemFinding {
  return { level, text: systemText(text), advice: systemText(`${text}Advice`) };
}

/** Says how far a projection is behind the ledger. */
export function describeLag({ lag_seconds = 0 }: ProjectionStatus): SystemFinding {
  const count = Math.ceil(lag_seconds);
  if (count === 0) return { level: 'success', text: systemText('upToDate') };
  const text = systemText('behind', { count });
  return { level: count > LAG_SECONDS_MAX ? 'warning' : 'in-progress', text };
}

// Failing events also name the read models that have no status of their own.
const READ_MODEL_TEXTS = {
  loan_activity: 'loanActivity',
  ledger_activity: 'ledgerActivity',
  product_publication: 'productPublication',
  account_lists: 'accountLists',
  account_name_lists: 'accountNameLists',
  journal_lists: 'journalLists',
  general_ledger: 'generalLedger',
  audit_events: 'auditEvents',
  versions: 'versions',
} as const satisfies Readonly<Record<ProjectionStatus['projection_name'], string>> &
  Readonly<Record<string, string>>;

/** Names a projection or another read model; one that is not known here by the name of the API. */
export function describeReadModel(name: string): string {
  return isKnown(name) ? systemText(READ_MODEL_TEXTS[name]) : name;
}

function isKnown(name: string): name is keyof typeof READ_MODEL_TEXTS {
  return Object.hasOwn(READ_MODEL_TEXTS, name);
}
