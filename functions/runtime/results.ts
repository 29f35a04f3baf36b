// How a list goes on and how a result is written: cursors, links, locations.
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CommittedAnswer } from '../ledger/commit/receipts.ts';
import type { Session } from '../ledger/commit/session.ts';
import { buildAnswer } from './answers.ts';
import type { ResponseHeaders } from './answers.ts';
import type { ServedOperation } from './contract.ts';
import { openCursor, sealCursor } from './cursors.ts';
import type { CursorScope } from './cursors.ts';

/** A page of a list, with the place of its last item when there are more. */
export interface PageResult {
  readonly items: readonly unknown[];
  readonly next?: string;
}

/** A file, or where it can be fetched. */
export interface FileResult {
  readonly file: {
    readonly mediaType: string;
    readonly filename: string;
    /** SHA-256, hexadecimal. */
    readonly checksum: string;
    readonly content: { readonly text: string } | { readonly url: string };
  };
}

/** What an operation gives back: a committed answer, something it has read, or a page. */
export type OperationResult =
  CommittedAnswer | { readonly body: unknown } | PageResult | FileResult;

interface RequestParameters {
  readonly path?: unknown;
  readonly query?: { readonly cursor?: string };
}

/** The list that a request asks for: its path and filters, without cursor and limit. */
export function buildCursorScope(
  { path, query = {} }: RequestParameters,
  session: Session,
): CursorScope {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  const { tenant, operation } = session;
  return { tenant, operation, filters: [path ?? null, Object.fromEntries(filters)] };
}

/** The place after which the list goes on; undefined on the first page. Refuses invalid_cursor. */
export function openRequestCursor(
  { query = {} }: RequestParameters,
  list: CursorScope,
): string | undefined {
  return query.cursor === undefined ? undefined : openCursor(list, query.cursor);
}

interface RenderContext {
  readonly list: CursorScope;
  readonly session: Session;
  /** The valid query, for the link to the next page. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What comes before the route in the API's address. */
  readonly base: string;
}

/** The result as an HTTP answer. */
export function renderResult(
  row: ServedOperation,
  result: OperationResult,
  { list, session, query, base }: RenderContext,
): APIGatewayProxyResult {
  const { correlationId } = session;
  if ('text' in result) {
    const { status, text, replayed } = result;
    const headers = {
      ...buildLocationHeader(row, text, base),
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    };
    return buildAnswer(status, text, correlationId, headers);
  }
  if ('file' in result) return buildFileAnswer(row, result, correlationId);
  if ('body' in result) return buildAnswer(row.success, JSON.stringify(result.body), correlationId);
  const next = result.next === undefined ? undefined : sealCursor(list, result.next);
  if (row.list === 'array') {
    return buildAnswer(
      row.success,
      JSON.stringify(result.items),
      correlationId,
      buildLinkHeader(next, query),
    );
  }
  const page = { items: result.items, ...(next !== undefined && { next_cursor: next }) };
  return buildAnswer(row.success, JSON.stringify(page), correlationId);
}

// The digest is of the file as it is; a client that asks for compression unpacks it first. Where the
// file is elsewhere, it is not of the content of the answer, which is empty (ADR 049).
function buildFileAnswer(
  row: ServedOperation,
  { file }: FileResult,
  correlationId: string,
): APIGatewayProxyResult {
  const { content, mediaType, filename, checksum } = file;
  const digest = `sha-256=:${Buffer.from(checksum, 'hex').toString('base64')}:`;
  const identity = { 'Repr-Digest': digest, ETag: `"${checksum}"` };
  if ('url' in content) {
    return buildAnswer(303, '', correlationId, { ...identity, Location: content.url });
  }
  return buildAnswer(row.success, content.text, correlationId, {
    ...identity,
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Digest': digest,
  });
}

function buildLinkHeader(
  next: string | undefined,
  query: Readonly<Record<string, unknown>>,
): ResponseHeaders {
  if (next === undefined) return {};
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const parameters = new URLSearchParams({ ...Object.fromEntries(texts), cursor: next });
  return { Link: `<?${parameters.toString()}>; rel="next"`, 'X-Next-Cursor': next };
}

function buildLocationHeader(
  { location }: ServedOperation,
  text: string,
  base: string,
): ResponseHeaders {
  if (location === undefined) return {};
  const { id, batchId = id } = JSON.parse(text) as { id?: string; batchId?: string };
  const path = location.replace(/\{\w+\}$/, encodeURIComponent(String(batchId)));
  return { Location: `${base}${path}` };
}
