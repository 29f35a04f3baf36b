// Sends requests as clients do, and fetches what the answers say was posted.
import type { Called, TestLedger } from '../../stack/ledger.ts';
import type { Asked, Body, Exchange } from './world.ts';
import type { Read } from '../whole-state.ts';

const ALL = ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'];
const TRIES = 8;
/** So little time that a request which meets a fault gives up and leaves the rest to its client. */
const HASTY_MS = 1_750;
const PATIENT_MS = 8_000;

export interface Line {
  readonly ledger: TestLedger;
  readonly onOutcome: (outcome: string) => void;
  readonly isHasty?: boolean;
}

type Question = Asked & { readonly query?: Record<string, string> };

export async function exchange(line: Line, asked: Asked): Promise<Exchange> {
  const answer = await untilAnswered(line, asked);
  const read = readerFor(line, asked);
  return { asked, answer, entries: await entriesOf(answer, asked, read) };
}

/** Reads as an operator of the tenant who may. */
export function readerFor(
  line: Line,
  { tenant, subject }: Pick<Asked, 'tenant' | 'subject'>,
): Read {
  const who = { tenant, subject, lacks: 'nothing', key: '', correlationId: 'reading' } as const;
  return (question) =>
    untilAnswered(
      { ...line, isHasty: false },
      { path: {}, ...question, ...who, isMalformed: false },
    );
}

// The journal entries that the answer says were posted.
async function entriesOf(
  { status, body }: Called,
  { operation }: Asked,
  read: Read,
): Promise<Body[]> {
  const facts = body as Record<string, string | undefined>;
  const ids: Record<string, (string | undefined)[]> = {
    postLoanTransaction: [facts['journal_entry_id']],
    approveFinancialAdjustmentRequest: [
      facts['reversal_journal_entry_id'],
      facts['replacement_journal_entry_id'],
    ],
  };
  const entries: Body[] = [];
  for (const journalEntryId of (status === 201 && ids[operation]) || []) {
    if (journalEntryId === undefined) continue;
    const found = await read({ operation: 'getJournalEntry', path: { journalEntryId } });
    entries.push(found.body as Body);
  }
  return entries;
}

// As docs/contract.md, Idempotency, asks of clients: the same request again after a 503, a finite
// number of times.
async function untilAnswered(line: Line, question: Question): Promise<Called> {
  const { operation, lacks, body, query, ...asked } = question;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await line.ledger.call(operation, {
      ...asked,
      ...(query && { query }),
      ...(body !== undefined && { body }),
      ...(lacks === 'token' && { authorizer: null }),
      permissions: lacks === 'permission' ? [] : ALL,
      remainingMs: line.isHasty === true && tries === 0 ? HASTY_MS : PATIENT_MS,
    });
    if (answer.status !== 503) return answer;
    line.onOutcome('retry after 503');
  }
  throw new Error(`no answer to ${operation} in ${TRIES} tries`);
}
