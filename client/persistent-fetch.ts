// A fetch with the retries that the contract requires of clients (docs/contract.md, Idempotency): a
// limited number, with growing, random pauses, and always under the same Idempotency-Key.
import { isUnconfirmed, UNCONFIRMED_HEADER } from './refusal-error.ts';

export interface RetryOptions {
  /** Returns the access token; `isRefused` when the API has just refused the previous one. */
  readonly token: (isRefused: boolean) => string | Promise<string>;
  /** Connects the requests of one business flow. */
  readonly correlationId?: string;
  /** The number of attempts, the first included; default 6. */
  readonly attempts?: number;
  /** The longest pause before the second attempt, doubled for each later one; default 100. */
  readonly firstPauseMs?: number;
  /** Default 10,000. */
  readonly longestPauseMs?: number;
  /** The time limit of an attempt; default 30,000, a little more than the API's own. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** The request may or may not have been carried out. Repeat it with this key, never with another one. */
export class UnansweredError extends Error {
  readonly idempotencyKey: string | undefined;

  constructor(
    idempotencyKey: string | undefined,
    cause: unknown,
    message = 'The API gave no answer.',
  ) {
    super(message, { cause });
    this.name = 'UnansweredError';
    this.idempotencyKey = idempotencyKey;
  }
}

const KEY_HEADER = 'Idempotency-Key';
const UNAUTHORIZED = 401;
const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);

/**
 * Sends a request until it is answered. Throws UnansweredError when the last attempt of a mutation was not answered, or
 * was not sent for lack of a token though an earlier one may have been carried out, and when the caller aborts one that
 * may have been: the reason of the signal is then the cause. The answer to a mutation has the header `Idempotency-Key`
 * with the key under which it was sent; a refusal after an attempt that may have been carried out has the header
 * `X-Unconfirmed-Attempt`.
 */
export function persistentFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { attempts = 6, fetch: send = fetch, timeoutMs = 30_000 } = options;
  return async (original) => {
    const request = withHeaders(original, options);
    const key = request.headers.get(KEY_HEADER) ?? undefined;
    let isRefused = false;
    let isRenewed = false;
    let isUncertain = false;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const uncertainKey = isUncertain ? key : undefined;
      refuseAborted(request, uncertainKey);
      const token = await readToken(options, isRefused, uncertainKey);
      const answer = await sendWithTimeout(withToken(request, token), send, timeoutMs);
      if (answer instanceof Response) {
        const isWorthAnother = isTransientResponse(answer, isRenewed);
        if (isLast || !isWorthAnother) return withOutcome(answer, key, isUncertain);
        isRefused = answer.status === UNAUTHORIZED;
        isRenewed ||= isRefused;
        isUncertain ||= await isUnconfirmed(answer);
      } else {
        refuseAborted(request, key);
        if (isLast) throw new UnansweredError(key, answer);
        isRefused = false;
        isUncertain = true;
      }
      if (!isRefused) await pause(computePauseMs(attempt, answer, options), request.signal);
    }
  };
}

// What the caller aborts may have been carried out all the same.
function refuseAborted({ signal }: Request, uncertainKey: string | undefined): void {
  if (!signal.aborted) return;
  if (uncertainKey === undefined) throw signal.reason;
  throw new UnansweredError(uncertainKey, signal.reason, 'The caller aborted the request.');
}

function withHeaders(original: Request, { correlationId }: RetryOptions): Request {
  const request = original.clone();
  const isMutation = request.method !== 'GET' && request.method !== 'HEAD';
  if (isMutation && !request.headers.has(KEY_HEADER))
    request.headers.set(KEY_HEADER, crypto.randomUUID());
  if (correlationId !== undefined && !request.headers.has('X-Correlation-ID')) {
    request.headers.set('X-Correlation-ID', correlationId);
  }
  return request;
}

// The key of an attempt that may have been carried out must not be lost with the token for the next one.
async function readToken(
  { token }: RetryOptions,
  isRefused: boolean,
  uncertainKey: string | undefined,
): Promise<string> {
  try {
    return await token(isRefused);
  } catch (error) {
    if (uncertainKey === undefined) throw error;
    const message = `There is no token for another attempt: ${String(error)}`;
    throw new UnansweredError(uncertainKey, error, message);
  }
}

function withOutcome(answer: Response, key: string | undefined, isUncertain: boolean): Response {
  if (key === undefined) return answer;
  answer.headers.set(KEY_HEADER, key);
  if (isUncertain && !answer.ok) answer.headers.set(UNCONFIRMED_HEADER, 'true');
  return answer;
}

// The body of a request can be sent only once, so each attempt sends a copy.
function withToken(request: Request, token: string): Request {
  const copy = request.clone();
  copy.headers.set('Authorization', `Bearer ${token}`);
  return copy;
}

async function sendWithTimeout(
  request: Request,
  send: typeof fetch,
  timeoutMs: number,
): Promise<Response | Error> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await send(request, { signal: AbortSignal.any([request.signal, timeout]) });
    // An answer that ends half-way counts as unanswered.
    const body = await answer.arrayBuffer();
    const { status, statusText, headers } = answer;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

// A refusal of the renewed token is final.
function isTransientResponse({ status }: Response, isRenewed: boolean): boolean {
  return TRANSIENT_STATUSES.has(status) || (status === UNAUTHORIZED && !isRenewed);
}

function computePauseMs(attempt: number, answer: Response | Error, options: RetryOptions): number {
  const { firstPauseMs = 100, longestPauseMs = 10_000 } = options;
  const retryAfterMs =
    answer instanceof Response ? Number(answer.headers.get('Retry-After')) * 1_000 : 0;
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
  return Math.min(longestPauseMs, (retryAfterMs > 0 ? retryAfterMs : 0) + Math.random() * longest);
}

/** Ends when the caller aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<unknown>((resolve) => {
    timer = setTimeout(resolve, signal.aborted ? 0 : milliseconds);
    signal.addEventListener('abort', resolve);
  });
  clearTimeout(timer);
}
