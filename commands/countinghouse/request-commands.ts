// The commands for requests that wait for another operator.
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { iterateItems, requireData } from '../../client/client.ts';
import { connect } from './connection.ts';
import { printRecord, printRecords, takeItems } from './command-output.ts';
import { buildKeyHeader, defineList, defineMutation } from './define-command.ts';
import type { ListFlags, MutationFlags } from './define-command.ts';

/** The path of the requests whose ids start so. */
const REQUEST_PATHS = {
  lcr_: '/api/account-lifecycle-requests/{requestId}',
  far_: '/api/financial-adjustment-requests/{requestId}',
  glr_: '/api/general-ledger/requests/{requestId}',
  chg_: '/api/change-requests/{requestId}',
} as const;

interface RequestListFlags extends ListFlags {
  readonly all?: boolean;
}

interface DecisionFlags extends MutationFlags {
  readonly reason?: string;
}

/** `requests`, `approve` and `reject`. */
export function buildRequestCommands(): Command[] {
  return [
    defineList('requests', 'list the requests that wait for a decision')
      .option('--all', 'decided ones too')
      .action(listRequests),
    defineMutation('approve <request>', 'approve a request, which carries it out')
      .option('--reason <text>', 'the reason')
      .action(approve),
    defineMutation('reject <request>', 'reject a request')
      .requiredOption('--reason <text>', 'the reason')
      .action(reject),
  ];
}

async function listRequests(flags: RequestListFlags): Promise<void> {
  const { ledger } = connect(flags);
  const filter = flags.all ? {} : { status: 'PENDING_APPROVAL' as const };
  const items = iterateItems((cursor) =>
    ledger.GET('/api/requests', { params: { query: { ...filter, cursor } } }),
  );
  const requests = await takeItems(items, flags.limit);
  printRecords(
    requests,
    ({ id, status, operation, type, subject_label }) => [
      id,
      status,
      type ?? operation,
      subject_label,
    ],
    flags,
  );
}

async function approve(requestId: string, flags: DecisionFlags): Promise<void> {
  const path = `${findPath(requestId)}/approve` as const;
  const body = flags.reason === undefined ? {} : { reason: flags.reason };
  const params = { path: { requestId }, header: buildKeyHeader(flags.key) };
  const decided = await requireData(connect(flags).ledger.POST(path, { body, params }));
  printRecord(decided, ({ status }) => `${requestId} ${status}`, flags);
  if (decided.status === 'FAILED') throw new Error(explainFailure(decided));
}

/** An approval is recorded though what it approves is no longer possible. */
function explainFailure({ failure_reason }: { readonly failure_reason?: string }): string {
  return `It was approved and could not be carried out: ${failure_reason ?? 'no reason is given.'}`;
}

async function reject(requestId: string, flags: DecisionFlags): Promise<void> {
  const path = `${findPath(requestId)}/reject` as const;
  const body = { reason: flags.reason ?? '' };
  const params = { path: { requestId }, header: buildKeyHeader(flags.key) };
  const decided = await requireData(connect(flags).ledger.POST(path, { body, params }));
  printRecord(decided, ({ status }) => `${requestId} ${status}`, flags);
}

function findPath(requestId: string) {
  const prefixes = Object.keys(REQUEST_PATHS) as (keyof typeof REQUEST_PATHS)[];
  const prefix = prefixes.find((start) => requestId.startsWith(start));
  if (prefix !== undefined) return REQUEST_PATHS[prefix];
  throw new InvalidArgumentError(
    `${requestId} is no id of a request: it starts with ${prefixes.join(', ')}.`,
  );
}
