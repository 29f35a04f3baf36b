// Sends requests as clients do, and reads what the answers say was posted.
import type { CallAnswer, TestLedger } from '../../stack/ledger.ts';
import type { SentRequest, OracleBody, OracleExchange } from './oracle-state.ts';
import type { StateReader } from '../readable-state.ts';

const ALL = ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'];
const TRIES = 8;
/** So little time that a request with a fault gives up and leaves the retry to its client. */
const HASTY_MS = 1_750;
const PATIENT_MS = 8_000;

export interface ExchangeLine {
  readonly ledger: TestLedger;
  readonly onOutcome: (outcome: string) => void;
  readonly isImpatient?: boolean;
}

type ReadRequest = SentRequest & { readonly query?: Record<string, string> };

export async function runExchange(line: ExchangeLine, asked: SentRequest): Promise<OracleExchange> {
  const answer = await sendUntilAnswered(line, asked);
  const read = buildReader(line, asked);
  return { request: asked, answer, entries: await readEntries(answer, asked, read) };
}

/** Reads as an operator of the tenant with the permission. */
export function buildReader(
  line: ExchangeLine,
  { tenant, subject }: Pick<SentRequest, 'tenant' | 'subject'>,
): StateReader {
  const who = { tenant, subject, missing: 'nothing', key: '', correlationId: 'reading' } as const;
  return (question) =>
    sendUntilAnswered(
      { ...line, isImpatient: false },
      { path: {}, ...question, ...who, isMalformed: false },
    );
}

// The journal entries that the answer says were posted.
async function readEntries(
  { status, body }: CallAnswer,
  { operation }: SentRequest,
  read: StateReader,
): Promise<OracleBody[]> {
  const facts = body as Record<string, string | undefined>;
  const ids: Record<string, (string | undefined)[]> = {
    postLoanTransaction: [facts['journal_entry_id']],
    approveFinancialAdjustmentRequest: [
      facts['reversal_journal_entry_id'],
      facts['replacement_journal_entry_id'],
    ],
  };
  const entries: OracleBody[] = [];
  for (const journalEntryId of (status === 201 && ids[operation]) || []) {
    if (journalEntryId === undefined) continue;
    const found = await read({ operation: 'getJournalEntry', path: { journalEntryId } });
    entries.push(found.body as OracleBody);
  }
  return entries;
}

// docs/contract.md, Idempotency: clients repeat the same request after a 503, a limited number of
// times.
async function sendUntilAnswered(line: ExchangeLine, question: ReadRequest): Promise<CallAnswer> {
  const { operation, missing: lacks, body, query, ...asked } = question;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await line.ledger.call(operation, {
      ...asked,
      ...(query && { query }),
      ...(body !== undefined && { body }),
      ...(lacks === 'token' && { authorizer: null }),
      permissions: lacks === 'permission' ? [] : ALL,
      remainingMs: line.isImpatient === true && tries === 0 ? HASTY_MS : PATIENT_MS,
    });
    if (answer.status !== 503) return answer;
    line.onOutcome('retry after 503');
  }
  throw new Error(`no answer to ${operation} in ${TRIES} tries`);
}
