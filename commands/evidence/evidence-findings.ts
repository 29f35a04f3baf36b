// What a check of evidence has shown, one sentence for each finding, so that an auditor can quote it.
import { shortenText, toShownText } from '../shown-text.ts';

/**
 * PROVED: it holds, by what was given. DIFFERS: something was changed, or does not belong together. UNPROVED: it
 * could not be checked. REMARK: what a reader should know of the evidence, and no fault.
 */
export type FindingResult = 'PROVED' | 'DIFFERS' | 'UNPROVED' | 'REMARK';

/** The subject of a finding, for machines. */
export type EvidenceCheck =
  | 'artifact'
  | 'checkpoint'
  | 'consistency'
  | 'entries'
  | 'export'
  | 'leaves'
  | 'manifest'
  | 'proof'
  | 'receipts'
  | 'tiles'
  | 'time'
  | 'witness';

/** What a finding is about: a file, a leaf, a receipt, a journal entry, rows. */
export type FindingSubject = Readonly<Record<string, string | number>>;

export interface EvidenceFinding {
  readonly result: FindingResult;
  readonly check: EvidenceCheck;
  readonly sentence: string;
  readonly subject: FindingSubject;
}

const LISTED_MAX = 50;

export class EvidenceFindings {
  readonly #list: EvidenceFinding[] = [];
  readonly #differences = new Map<EvidenceCheck, number>();

  prove(check: EvidenceCheck, sentence: string, subject: FindingSubject = {}): void {
    this.#add({ result: 'PROVED', check, sentence, subject });
  }

  /**
   * All differences are counted, and the first of each check are listed: no one reads thousands. A sentence that
   * takes work is given as a function, which is called for what is listed.
   */
  differ(
    check: EvidenceCheck,
    sentence: string | (() => string),
    subject: FindingSubject = {},
  ): void {
    const count = this.countDifferences(check) + 1;
    this.#differences.set(check, count);
    if (count > LISTED_MAX) return;
    const listed = typeof sentence === 'string' ? sentence : sentence();
    this.#add({ result: 'DIFFERS', check, sentence: listed, subject });
  }

  /** Counts differences that a check of its own has found and not listed. */
  countUnlisted(check: EvidenceCheck, count: number): void {
    this.#differences.set(check, this.countDifferences(check) + count);
  }

  leaveUnproved(check: EvidenceCheck, sentence: string, subject: FindingSubject = {}): void {
    this.#add({ result: 'UNPROVED', check, sentence, subject });
  }

  remark(check: EvidenceCheck, sentence: string, subject: FindingSubject = {}): void {
    this.#add({ result: 'REMARK', check, sentence, subject });
  }

  #add(finding: EvidenceFinding): void {
    const { sentence, subject } = finding;
    this.#list.push({
      ...finding,
      sentence: toShownText(sentence),
      subject: Object.fromEntries(
        Object.entries(subject).map(([name, value]) => [
          name,
          typeof value === 'string' ? shortenText(value) : value,
        ]),
      ),
    });
  }

  get list(): readonly EvidenceFinding[] {
    return this.#list;
  }

  countDifferences(check?: EvidenceCheck): number {
    if (check !== undefined) return this.#differences.get(check) ?? 0;
    return [...this.#differences.values()].reduce((sum, count) => sum + count, 0);
  }
}
