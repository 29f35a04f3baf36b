// The findings of an auditor's check of an export.

const LISTED_MAX = 50;

export class CheckFindings {
  /** Values that agree with the manifest. */
  readonly agreed: string[] = [];
  readonly #differences: string[] = [];
  #differenceCount = 0;

  /** The differences that are listed, one sentence each. */
  get differences(): readonly string[] {
    return this.#differences;
  }

  /** Of all differences, also of those that are not listed. */
  get differenceCount(): number {
    return this.#differenceCount;
  }

  /** Records a difference. All are counted, and the first are listed, because no one reads thousands. */
  differ(sentence: string): void {
    if (this.#differences.length < LISTED_MAX) this.#list(sentence);
    else this.#differenceCount += 1;
  }

  /** Records that a value agrees with the manifest, or how it differs. */
  compare(
    what: string,
    { found, wanted }: { found: string | number; wanted: string | number },
  ): void {
    if (found === wanted) this.agreed.push(`${what}: ${found}`);
    else this.#list(`${what}: ${found}, but the manifest says ${wanted}`);
  }

  #list(sentence: string): void {
    this.#differences.push(sentence);
    this.#differenceCount += 1;
  }
}
