// What became of an entry: its reversal, and the correction that replaced it, which may be reversed in turn.
import type { JournalEntry } from '../../../../client/client.ts';

export interface ChainStep {
  readonly kind: 'posted' | 'reversed' | 'replaced';
  readonly entry: JournalEntry;
}

export interface ChainReader {
  readonly readEntry: (id: string) => Promise<JournalEntry>;
  /** Finds the entry that an adjustment request has put in the place of the reversed one. */
  readonly findReplacement: (requestId: string) => Promise<string | undefined>;
}

/** No chain of corrections is as long. */
const STEPS_MAX = 60;

/** Reads the chain that the entry belongs to, from the first posting on. */
export async function readEntryChain(
  entry: JournalEntry,
  reader: ChainReader,
): Promise<readonly ChainStep[]> {
  const { first, replacements } = await readBack(entry, reader);
  const steps: ChainStep[] = [{ kind: 'posted', entry: first }];
  let current: JournalEntry | undefined = first;
  while (current?.reversed_by !== undefined && steps.length < STEPS_MAX) {
    const reversal: JournalEntry = await reader.readEntry(current.reversed_by);
    steps.push({ kind: 'reversed', entry: reversal });
    current = replacements.get(current.id) ?? (await readReplacement(reversal, reader));
    if (current !== undefined) steps.push({ kind: 'replaced', entry: current });
  }
  return steps;
}

interface EarlierEntries {
  readonly first: JournalEntry;
  /** By the id of the replaced entry. */
  readonly replacements: ReadonlyMap<string, JournalEntry>;
}

async function readBack(entry: JournalEntry, { readEntry }: ChainReader): Promise<EarlierEntries> {
  const replacements = new Map<string, JournalEntry>();
  let first = entry;
  for (let reads = 0; reads < STEPS_MAX; reads += 1) {
    const earlier = first.reverses_journal_entry_id ?? first.replaces_journal_entry_id;
    if (earlier === undefined) break;
    if (first.replaces_journal_entry_id !== undefined) replacements.set(earlier, first);
    first = await readEntry(earlier);
  }
  return { first, replacements };
}

async function readReplacement(
  { adjustment_request_id: requestId }: JournalEntry,
  { readEntry, findReplacement }: ChainReader,
): Promise<JournalEntry | undefined> {
  const id = requestId === undefined ? undefined : await findReplacement(requestId);
  return id === undefined ? undefined : readEntry(id);
}
