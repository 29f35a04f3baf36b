// The description of a refusal code.
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 503;
  /** The meaning, for the catalogue. */
  readonly meaning: string;
  /** When the same request may succeed. */
  readonly retryAfterSeconds?: number;
}
