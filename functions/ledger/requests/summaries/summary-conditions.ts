// The filters of the list of all requests, as conditions on the items of its index.
import type { AmountFilter, RequestKindName } from '../../../domain/requests/request-summaries.ts';
import { decisionStatus } from '../../../domain/requests/transitions.ts';
import type { DecisionStatus } from '../../../domain/requests/transitions.ts';
import type { TimePeriod } from '../../../domain/values/periods.ts';
import type { Session } from '../../commit/session.ts';
import { INDEXES } from '../../store/indexes.ts';
import { keys } from '../../store/keys.ts';
import type { RequestKind } from '../../store/keys.ts';
import type { Listing } from '../../store/merged-lists.ts';
import { RECORD_KINDS } from './summary-items.ts';

/** Which requests to list; its period is that of their submissions. */
export interface RequestSummaryFilter extends TimePeriod {
  readonly status?: DecisionStatus | undefined;
  readonly kind?: RequestKindName | undefined;
  readonly subject?: string | undefined;
  readonly maker?: string | undefined;
  /** Whether only the requests of the session's actor are listed, or only those of others. */
  readonly isMine?: boolean | undefined;
  /** Whether only what waits for another operator than its maker is listed, or only the rest, for the session's actor. */
  readonly isDecidable?: boolean | undefined;
  readonly amount?: AmountFilter | undefined;
  readonly order?: Listing['order'] | undefined;
}

export interface SummaryCondition {
  readonly expression: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The conditions that the key does not cover; amounts are compared after the read. */
export function buildConditions(
  { tenant, actor }: Session,
  { status, kind, subject, maker, isMine, isDecidable }: RequestSummaryFilter,
): SummaryCondition[] {
  const kinds = kind === undefined ? Object.values(RECORD_KINDS) : [RECORD_KINDS[kind]];
  const isDecided = status !== undefined && status !== decisionStatus.initial;
  const isNarrowed = kind !== undefined || subject !== undefined;
  const me = { ':me': actor };
  const pending = { ':pending': decisionStatus.initial };
  return [
    ...(isDecided ? [{ expression: '#status = :status', values: { ':status': status } }] : []),
    ...(isNarrowed ? [buildSubjectCondition(tenant, kinds, subject)] : []),
    ...(maker === undefined
      ? []
      : [{ expression: 'requested_by = :maker', values: { ':maker': maker } }]),
    ...(isMine === undefined
      ? []
      : [{ expression: `requested_by ${isMine ? '=' : '<>'} :me`, values: me }]),
    ...(isDecidable === true ? [{ expression: 'requested_by <> :me', values: me }] : []),
    ...(isDecidable === false
      ? [
          {
            expression: '(#status <> :pending OR requested_by = :me)',
            values: { ...me, ...pending },
          },
        ]
      : []),
  ];
}

// The partition key of the index by subject names kind and subject, and ends with the status.
function buildSubjectCondition(
  tenant: string,
  kinds: readonly RequestKind[],
  subject: string | undefined,
): SummaryCondition {
  const starts = kinds.map((kind) => {
    const start = keys.requestsBySubject(tenant, kind, subject ?? '', '');
    return subject === undefined ? start.slice(0, -1) : start;
  });
  const tests = starts.map((_, index) => `begins_with(${INDEXES.subject.partition}, :s${index})`);
  return {
    expression: `(${tests.join(' OR ')})`,
    values: Object.fromEntries(starts.map((start, index) => [`:s${index}`, start])),
  };
}
