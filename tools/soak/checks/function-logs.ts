// What the functions of a soak test have logged.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CombiningTotals {
  /** The postings that combiners have committed, and in how many transactions. */
  readonly postings: number;
  readonly transactions: number;
}

/** Finds the requests that the functions logged as unexpected failures. */
export function findUnexpectedFailures(folder: string): string[] {
  return readLines(folder).filter((line) => line.includes('"outcome":"unexpected"'));
}

/** What the logs say of combined postings (ADR 125): functions that were ended in the middle have logged nothing. */
export function countCombined(folder: string): CombiningTotals {
  const lines = readLines(folder);
  return {
    postings: sumMetric(lines, 'CombinedPostings'),
    transactions: sumMetric(lines, 'CombinedTransactions'),
  };
}

function sumMetric(lines: readonly string[], name: string): number {
  const value = new RegExp(`"${name}":(\\d+)`);
  return lines.reduce((sum, line) => sum + Number(value.exec(line)?.[1] ?? 0), 0);
}

/** A sentence if no two postings have shared a transaction: then the soak test has shown nothing of combining. */
export function findNoneCombined({ postings, transactions }: CombiningTotals): string[] {
  return postings > transactions ? [] : ['No two postings were combined in one transaction.'];
}

function readLines(folder: string): string[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
}
