// Sends requests as clients do, and reads the journal entries that the answers refer to.
import type { CallAnswer, TestLedger } from '../../stack/ledger.ts';
import type { Store } from '../../../../functions/ledger/store/store.ts';
import type { SentRequest, OracleBody, OracleExchange } from './oracle-state.ts';
import type { PlannedStoreFaults } from './store-faults.ts';
import type { StateReader } from '../readable-state.ts';

const ALL_PERMISSIONS = ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'];
const ATTEMPTS_MAX = 8;
/** So short that a request with a fault gives up and leaves the retry to its client. */
const SHORT_TIMEOUT_MS = 1_750;
const TIMEOUT_MS = 8_000;

export interface OracleClient {
  readonly ledger: TestLedger;
  readonly onOutcome: (outcome: string) => void;
  /** Whether the first attempt has little time. */
  readonly hasShortTimeout?: boolean;
}

/** What a history runs on. */
export interface HistorySetting {
  readonly ledger: TestLedger;
  /** The store itself, without any proxy. */
  readonly store: Store;
  /** Absent if the store has no proxy. */
  readonly faults?: PlannedStoreFaults;
  /** Called with each outcome. */
  readonly onOutcome: (outcome: string) => void;
}

export async function runExchange(
  client: OracleClient,
  sent: SentRequest,
): Promise<OracleExchange> {
  const { answer, isRetried } = await sendUntilAnswered(client, sent);
  const read = buildReader(client, sent);
  return { request: sent, answer, isRetried, entries: await readEntries(answer, sent, read) };
}

/** Reads as an operator of the tenant with the permission. */
export function buildReader(
  client: OracleClient,
  { tenant, subject }: Pick<SentRequest, 'tenant' | 'subject'>,
): StateReader {
  const sender = {
    tenant,
    subject,
    missing: 'nothing',
    key: '',
    correlationId: 'reading',
    at: '',
  } as const;
  return async (request) => {
    const sent = { path: {}, ...request, ...sender, isMalformed: false };
    return (await sendUntilAnswered({ ...client, hasShortTimeout: false }, sent)).answer;
  };
}

// Reads the journal entries that the answer says were posted.
async function readEntries(
  { status, body }: CallAnswer,
  { operation }: SentRequest,
  read: StateReader,
): Promise<OracleBody[]> {
  const facts = body as Record<string, string | undefined>;
  const { journal_entry_ids: closing = [] } = body as { journal_entry_ids?: readonly string[] };
  const ids: Record<string, (string | undefined)[]> = {
    postLoanTransaction: [facts['journal_entry_id']],
    approveChangeRequest: [(body as { result?: typeof facts }).result?.['journal_entry_id']],
    approveFinancialAdjustmentRequest: [
      facts['reversal_journal_entry_id'],
      facts['replacement_journal_entry_id'],
    ],
    approveGeneralLedgerRequest: [...closing],
  };
  const entries: OracleBody[] = [];
  for (const journalEntryId of (status === 201 && ids[operation]) || []) {
    if (journalEntryId === undefined) continue;
    const found = await read({ operation: 'getJournalEntry', path: { journalEntryId } });
    entries.push(found.body as OracleBody);
  }
  return entries;
}

// docs/contract.md, Idempotency: after a 503, clients repeat the same request a limited number of
// times.
async function sendUntilAnswered(
  client: OracleClient,
  request: SentRequest,
): Promise<Pick<OracleExchange, 'answer' | 'isRetried'>> {
  const { operation, missing, body, query, ...others } = request;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const answer = await client.ledger.call(operation, {
      ...others,
      ...(query && { query }),
      ...(body !== undefined && { body }),
      ...(missing === 'token' && { authorizer: null }),
      permissions: missing === 'permission' ? [] : ALL_PERMISSIONS,
      remainingMs: client.hasShortTimeout === true && attempt === 0 ? SHORT_TIMEOUT_MS : TIMEOUT_MS,
    });
    if (answer.status !== 503) return { answer, isRetried: attempt > 0 };
    client.onOutcome('retry after 503');
  }
  throw new Error(`There was no answer to ${operation} in ${ATTEMPTS_MAX} attempts`);
}
