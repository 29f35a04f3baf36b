// Renders results: lists with their cursors and links, files, locations.
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CommittedAnswer } from '../ledger/commit/outcome.ts';
import type { RequestScope } from '../ledger/commit/session.ts';
import { buildAnswer } from './answers.ts';
import type { ResponseHeaders } from './answers.ts';
import type { ServedOperation } from './contract.ts';
import { openCursor, sealCursor } from './cursors.ts';
import type { CursorScope } from './cursors.ts';

/** A page of a list, with the position of its last item when there are more. */
export interface PageResult {
  readonly items: readonly unknown[];
  readonly next?: string;
  /** For a list from a read model: the age of the oldest event that it lacks. */
  readonly lagSeconds?: number;
  /** The members of the answer beside the items. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A file, or a link to it. */
export interface FileResult {
  readonly file: {
    readonly mediaType: string;
    readonly filename: string;
    /** SHA-256, hexadecimal. */
    readonly checksum: string;
    readonly content: { readonly text: string } | { readonly url: string };
  };
}

/** Text or bytes that the caller reads as they are. */
export interface ContentResult {
  readonly content: {
    readonly mediaType: string;
    readonly body: string | Buffer;
    /** Whether the path stands for this content for good. */
    readonly isImmutable?: boolean;
    /** For saving it under this name. */
    readonly filename?: string;
  };
}

/** The result of an operation that only reads: a body, a page, a file or other content. */
export type ReadResult = { readonly body: unknown } | PageResult | FileResult | ContentResult;

interface RequestParameters {
  readonly path?: unknown;
  readonly query?: { readonly cursor?: string };
}

/** Builds the scope of a list request: its path and filters, without cursor and limit. */
export function buildCursorScope(
  { path, query = {} }: RequestParameters,
  scope: RequestScope,
): CursorScope {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  const { tenant, operation } = scope;
  return { tenant, operation, filters: [path ?? null, Object.fromEntries(filters)] };
}

/**
 * Returns the position after which the list continues; undefined on the first page. Refuses with
 * invalid_cursor.
 */
export function openRequestCursor(
  { query = {} }: RequestParameters,
  list: CursorScope,
): string | undefined {
  return query.cursor === undefined ? undefined : openCursor(list, query.cursor);
}

interface RenderContext {
  readonly list: CursorScope;
  readonly scope: RequestScope;
  /** The valid query, for the link to the next page. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What precedes the route in the API's address. */
  readonly base: string;
}

/** Renders the result as an HTTP answer. */
export function renderResult(
  row: ServedOperation,
  result: CommittedAnswer | ReadResult,
  { list, scope, query, base }: RenderContext,
): APIGatewayProxyResult {
  const { correlationId } = scope;
  if ('text' in result) {
    const { status, text, replayed } = result;
    const headers = {
      ...buildLocationHeader(row, { status, text }, base),
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    };
    return buildAnswer(status, text, correlationId, headers);
  }
  if ('file' in result) return buildFileAnswer(row, result, correlationId);
  if ('content' in result) return buildContentAnswer(row, result, correlationId);
  if ('body' in result) return buildAnswer(row.success, JSON.stringify(result.body), correlationId);
  const next = result.next === undefined ? undefined : sealCursor(list, result.next);
  const lag = buildLagHeader(result);
  if (row.list === 'array') {
    return buildAnswer(row.success, JSON.stringify(result.items), correlationId, {
      ...lag,
      ...buildLinkHeader(next, query),
    });
  }
  const page = {
    items: result.items,
    ...result.members,
    ...(next !== undefined && { next_cursor: next }),
  };
  return buildAnswer(row.success, JSON.stringify(page), correlationId, lag);
}

// The digests and the ETag are of the file as it is, so the answer must not be compressed on its way:
// the gateway leaves a body alone that names its encoding, and other intermediaries heed no-transform
// (ADR 070). For a link, the digest is not that of the answer's body, which is empty (ADR 049).
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
    'Cache-Control': 'no-store, no-transform',
    'Content-Encoding': 'identity',
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Digest': digest,
  });
}

const YEAR_SECONDS = 31_536_000;

function buildContentAnswer(
  row: ServedOperation,
  { content }: ContentResult,
  correlationId: string,
): APIGatewayProxyResult {
  const { mediaType, body, isImmutable = false, filename } = content;
  const headers = {
    'Content-Type': mediaType,
    ...(isImmutable && { 'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable` }),
    ...(filename !== undefined && {
      'Content-Disposition': `attachment; filename="${filename}"`,
    }),
  };
  if (typeof body === 'string') return buildAnswer(row.success, body, correlationId, headers);
  const text = body.toString('base64');
  return { ...buildAnswer(row.success, text, correlationId, headers), isBase64Encoded: true };
}

function buildLagHeader({ lagSeconds }: PageResult): ResponseHeaders {
  return lagSeconds === undefined ? {} : { 'X-Lag-Seconds': String(lagSeconds) };
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
  { location: own, deferredLocations }: ServedOperation,
  { status, text }: Pick<CommittedAnswer, 'status' | 'text'>,
  base: string,
): ResponseHeaders {
  const deferred = status === 202 ? deferredLocations : undefined;
  if (own === undefined && deferred === undefined) return {};
  const { id = '', batchId = id } = JSON.parse(text) as { id?: string; batchId?: string };
  const [prefix = ''] = id.split('_');
  const location = deferred?.[prefix] === undefined ? own : deferred[prefix];
  if (!location) return {};
  const path = location.replace(/\{\w+\}$/, encodeURIComponent(String(batchId)));
  return { Location: `${base}${path}` };
}
