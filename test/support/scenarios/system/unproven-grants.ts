// The grants that no scenario needs, each with the reason. docs/testing.md lists them.
import type { IamGrant } from '../../../../local/iam/iam-enforcer.ts';

export interface UnprovenGrants {
  /** The grants as docs/testing.md names them. */
  readonly what: string;
  readonly why: string;
  readonly includes: (grant: IamGrant) => boolean;
}

const isTask = (pattern: RegExp) => (principal: string) => pattern.test(principal);

const readsTiles = isTask(
  /^test-(verify-ledger-segment|conclude-verification|get-evidence-(proof|consistency)|cover-regulatory-export)$/,
);
const findsItsRecord = isTask(
  /^test-(complete-legacy-import|complete-period-close|fail-period-close|fail-ended-(batch|period-close))$/,
);
const concludes = isTask(/^test-conclude-verification$/);

export const unprovenGrants: readonly UnprovenGrants[] = [
  {
    what: 'ending an upload in parts that has failed',
    why: 'An upload fails in its middle only if S3 does; the soak test makes it fail.',
    includes: ({ action }) => action === 's3:AbortMultipartUpload',
  },
  {
    what: 'telling a missing tile from a forbidden one, for readers of the evidence logs and for the verification',
    why: 'A tile is missing only for the moment in which a full one replaces its parts; `test/journeys/verification.test.ts` reads a log that lacks one.',
    includes: ({ principal, action }) => readsTiles(principal) && action === 's3:ListBucket',
  },
  {
    what: 'reading the ledger and the evidence again when the verification is concluded',
    why: 'It reads again only what differs, and what it reads depends on the difference; `test/journeys/nightly-verification.test.ts` damages records.',
    includes: ({ principal, action, resource }) =>
      concludes(principal) &&
      /:(Get|BatchGet|Query|Scan)/.test(action) &&
      /Ledger|Receipts|evidence/.test(resource),
  },
  {
    what: 'calling the task that fails the closing of a period, for its state machine',
    why: 'No task of a closing fails at once: each is tried again for up to a minute. The task itself is called.',
    includes: ({ principal, resource }) =>
      principal.endsWith('-period-close') && resource.endsWith('test-fail-period-close'),
  },
  {
    what: 'reading the receipt of a task before its refusal, where the task has read its record before',
    why: 'A commit of these tasks is refused only if what they have just read is gone or changed.',
    includes: ({ principal, action, resource }) =>
      findsItsRecord(principal) && action === 'dynamodb:GetItem' && /Receipts/.test(resource),
  },
];

/** Whether no scenario needs the grant. */
export function isUnproven(grant: IamGrant): boolean {
  return unprovenGrants.some(({ includes }) => includes(grant));
}
