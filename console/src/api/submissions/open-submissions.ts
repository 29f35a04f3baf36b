// What has been sent and is not known to have ended, for a page that was loaded again meanwhile. The input is
// not kept: it may hold names.
import { keepInTab, readFromTab } from './tab-storage.ts';

const STORED = 'countinghouse.submissions';

export interface OpenSubmission {
  readonly key: string;
  /** The operation of the API. */
  readonly operation: string;
  readonly sentAt: string;
  /** The id of the operator who sent it: the outcome is no one else's. */
  readonly operator: string;
}

export function keepOpenSubmission(submission: OpenSubmission): void {
  const others = readAll().filter(({ key }) => key !== submission.key);
  write([...others, submission]);
}

export function forgetOpenSubmission(key: string): void {
  write(readAll().filter((submission) => submission.key !== key));
}

export function listOpenSubmissions(operator: string): readonly OpenSubmission[] {
  return readAll().filter((submission) => submission.operator === operator);
}

function readAll(): readonly OpenSubmission[] {
  return (readFromTab(STORED) ?? []) as readonly OpenSubmission[];
}

function write(submissions: readonly OpenSubmission[]): void {
  keepInTab(STORED, submissions, { content: submissions });
}
