// What the list of refusals says of each.
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 503;
  /** What it means, for the catalogue. */
  readonly meaning: string;
}
