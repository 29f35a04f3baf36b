// Compares the CSV of an export with the log, both ways: each journal entry of the file is in the log as it was
// posted, and each journal entry that the log has from the period is in the file.
import { createReadStream } from 'node:fs';
import type { LogCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { computeEntryDigest } from '../../../functions/domain/evidence/entry-digest.ts';
import type { ExportClaims } from '../../../functions/domain/exports/artifact-facts.ts';
import type { ManifestEvidence } from '../../../functions/domain/exports/manifest-signature.ts';
import { readCsvEntries } from '../../../functions/domain/exports/csv-entries.ts';
import type { EntryFact, EntryFault } from '../../../functions/domain/exports/csv-entries.ts';
import { artifactFile } from '../../artifact-check/artifact-file.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { isJournalEntryId, readPostingTime } from '../log/journal-index.ts';
import type { JournalIndex } from '../log/journal-index.ts';
import { formatLeaves } from '../log/trusted-checkpoints.ts';

/** The time of posting of the entries that a file must have. */
export interface PostingPeriod {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** What the leaves of a proved log state. */
export interface LoggedJournal {
  readonly journal: JournalIndex;
  /** The number of leaves. */
  readonly size: number;
  /** Of the oldest and the newest receipt, in milliseconds; undefined without any. */
  readonly times: { readonly oldest: number; readonly newest: number } | undefined;
  /** Names the receipt of a leaf, in parentheses. */
  readonly describeLeaf: (leaf: number) => string;
}

interface ComparedFile {
  readonly artifact: string;
  /** That of its manifest, if it names one of the log. */
  readonly checkpoint: Pick<LogCheckpoint, 'size'> | undefined;
  /** Whether the key of the log has signed the manifest. */
  readonly isSigned: boolean;
  readonly manifest: Pick<ExportClaims, 'manifest_version'> & {
    readonly evidence?: Pick<ManifestEvidence, 'covers_period'>;
  };
  readonly period: PostingPeriod;
}

/** Reads the file once, in bounded memory besides what the log states. */
export async function compareWithLog(
  file: ComparedFile,
  logged: LoggedJournal,
  findings: EvidenceFindings,
): Promise<void> {
  const comparison = new ExportComparison(file, logged, findings);
  const { artifact, manifest } = file;
  const content = artifactFile(createReadStream(artifact), { name: artifact, encoding: 'UTF-8' });
  for await (const entry of readCsvEntries(content, manifest)) comparison.compare(entry);
  comparison.conclude();
}

class ExportComparison {
  readonly #file: ComparedFile;
  readonly #logged: LoggedJournal;
  readonly #findings: EvidenceFindings;
  /** For each entry of the log, 1 if the file has it. */
  readonly #seen: Uint8Array;
  #entries = 0;
  #wrong = 0;
  #beforeLog = 0;
  #afterCheckpoint = 0;

  constructor(file: ComparedFile, logged: LoggedJournal, findings: EvidenceFindings) {
    this.#file = file;
    this.#logged = logged;
    this.#findings = findings;
    this.#seen = new Uint8Array(logged.journal.size);
  }

  compare(entry: EntryFact | EntryFault): void {
    this.#entries += 1;
    const { id } = entry;
    if (!isJournalEntryId(id)) return this.#differ(entry, 'has no id of a journal entry');
    const { journal, describeLeaf } = this.#logged;
    const position = journal.find(id);
    if (position === undefined) return this.#reportMissing(entry);
    if (this.#seen[position] === 1) return this.#differ(entry, 'is in the file twice');
    this.#seen[position] = 1;
    if (entry.kind === 'ENTRY_FAULT') {
      return this.#differ(entry, `is not as it was posted: ${entry.sentence}`);
    }
    const { digest, leaf } = journal.at(position);
    this.#compareWithCheckpoint(entry, leaf);
    if (computeEntryDigest(entry.statement) === digest) return undefined;
    const describe = () =>
      `is not as it was posted: leaf ${leaf}${describeLeaf(leaf)} has another digest of it`;
    return this.#differ(entry, describe);
  }

  // An export that was made while the log was not sealed says that its checkpoint does not cover the period.
  #compareWithCheckpoint(entry: EntryFact, leaf: number): void {
    const { checkpoint, manifest } = this.#file;
    if (!checkpoint || leaf < checkpoint.size) return;
    if (manifest.evidence?.covers_period === false) {
      this.#afterCheckpoint += 1;
      return;
    }
    const { describeLeaf } = this.#logged;
    const describe = () =>
      `is leaf ${leaf}${describeLeaf(leaf)}, and the checkpoint of the manifest has only ${checkpoint.size}`;
    this.#differ(entry, describe);
  }

  #reportMissing(entry: EntryFact | EntryFault): void {
    const { times } = this.#logged;
    const postedMs = readPostingTime(entry.id);
    const posted = new Date(postedMs).toISOString();
    const isOfItsTime = entry.kind === 'ENTRY' && entry.statement.posted_at === posted;
    if (times && postedMs < times.oldest && isOfItsTime) {
      this.#beforeLog += 1;
      return undefined;
    }
    const later =
      times && postedMs > times.newest
        ? `: its identifier is of ${posted}, after the newest leaf, so a later copy of the log may have it`
        : '';
    return this.#differ(entry, `is not in the log${later}`);
  }

  #differ({ id, firstRow, lastRow }: EntryFact | EntryFault, what: string | (() => string)): void {
    this.#wrong += 1;
    const { artifact } = this.#file;
    const rows = firstRow === lastRow ? `Row ${firstRow}` : `Rows ${firstRow} to ${lastRow}`;
    const describe = () =>
      `${rows} of ${artifact}: journal entry ${id} ${typeof what === 'string' ? what : what()}.`;
    this.#findings.differ('export', describe, {
      file: artifact,
      journal_entry_id: id,
      first_row: firstRow,
      last_row: lastRow,
    });
  }

  /** After the last entry of the file. */
  conclude(): void {
    this.#concludeFile();
    this.#remarkOnCheckpoint();
    this.#concludeLog();
  }

  #concludeFile(): void {
    const { artifact } = this.#file;
    const subject = { file: artifact, journal_entries: this.#entries };
    const logged = this.#entries - this.#beforeLog;
    if (this.#beforeLog > 0) {
      const sentence = `${artifact} has ${formatEntries(this.#beforeLog)} that ${this.#beforeLog === 1 ? 'was' : 'were'} posted before the first receipt of the log, which says nothing of them.`;
      this.#findings.leaveUnproved('export', sentence, subject);
    }
    if (this.#wrong > 0 || logged === 0) return;
    const others = this.#beforeLog > 0 ? 'other ' : '';
    const sentence = `${artifact} has ${logged} ${others}journal entries, and each is in the log as it was posted.`;
    this.#findings.prove('export', sentence, subject);
  }

  #remarkOnCheckpoint(): void {
    const { artifact, checkpoint } = this.#file;
    const count = this.#afterCheckpoint;
    if (!checkpoint || count === 0) return;
    const sentence = `${artifact} has ${formatEntries(count)} that the log recorded after the ${formatLeaves(checkpoint.size)} of the checkpoint in its manifest, which says that this checkpoint does not cover the period.`;
    this.#findings.remark('export', sentence, { file: artifact, journal_entries: count });
  }

  #concludeLog(): void {
    const { artifact, period } = this.#file;
    const { journal, describeLeaf } = this.#logged;
    const { start, end } = journal.findRange(period.fromMs, period.beforeMs);
    let missing = 0;
    for (let position = start; position < end; position += 1) {
      if (this.#seen[position] === 1) continue;
      missing += 1;
      const { id, leaf } = journal.at(position);
      const describe = () =>
        `Journal entry ${id} of leaf ${leaf}${describeLeaf(leaf)} is not in ${artifact}.`;
      this.#findings.differ('export', describe, { file: artifact, journal_entry_id: id, leaf });
    }
    if (missing > 0) return;
    if (!this.#coversPeriod()) return this.#leaveLogUnproved();
    const [from, before] = [period.fromMs, period.beforeMs].map((time) =>
      new Date(time).toISOString(),
    );
    const sentence = `The log has ${formatEntries(end - start)} posted from ${from} to before ${before}, and each is in ${artifact}.`;
    this.#findings.prove('export', sentence, { file: artifact, journal_entries: end - start });
  }

  // An export ends with a receipt from after its period. Without a receipt of that time, the copy may have been cut
  // before the end of the period; only the log's own signed statement says that nothing follows.
  #coversPeriod(): boolean {
    const { checkpoint, isSigned, manifest, period } = this.#file;
    const { size, times } = this.#logged;
    if (times && times.newest >= period.beforeMs) return true;
    const isStated = isSigned && manifest.evidence?.covers_period === true;
    return isStated && checkpoint !== undefined && checkpoint.size <= size;
  }

  #leaveLogUnproved(): void {
    const { artifact, period } = this.#file;
    const before = new Date(period.beforeMs).toISOString();
    const newest = this.#describeNewest();
    const sentence = `Whether ${artifact} has all journal entries posted before ${before} was not checked: ${newest}. Give a later copy of the log.`;
    this.#findings.leaveUnproved('export', sentence, { file: artifact });
  }

  #describeNewest(): string {
    const { size, times } = this.#logged;
    if (times) return `the newest receipt of the log is of ${new Date(times.newest).toISOString()}`;
    if (size === 0) return 'the log has no receipt';
    return 'the log has only adopted receipts, from before it';
  }
}

function formatEntries(count: number): string {
  return `${count} journal ${count === 1 ? 'entry' : 'entries'}`;
}
