// All refusals in their order of precedence. The error catalogue, the HTTP mapping and docs/refusals.md
// are generated from this list.
import { conflicts } from './conflicts.ts';
import { denials } from './denials.ts';
import { faults } from './faults.ts';
import { unknowns } from './unknowns.ts';
import type { RefusalKind } from './kind.ts';

export const refusals = {
  ...denials,
  ...faults,
  ...unknowns,
  ...conflicts,
} as const satisfies Record<string, RefusalKind>;

/** The reason phrase of each status, which an error body contains. */
export const STATUS_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export type RefusalCode = keyof typeof refusals;

/** A refusal with a code from the list: the only error that the domain throws on purpose. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly faults: readonly string[] | undefined;

  /** `detail` is one sentence for the caller, or one sentence per fault of an invalid request. */
  constructor(code: RefusalCode, detail: string | readonly string[]) {
    // Quoted text may be cut within a character, and no digest covers half of one.
    super((typeof detail === 'string' ? detail : detail.join(' ')).toWellFormed());
    this.name = 'Refusal';
    this.code = code;
    this.faults =
      typeof detail === 'string' ? undefined : detail.map((fault) => fault.toWellFormed());
  }

  get status(): number {
    return refusals[this.code].status;
  }

  /** When the same request may succeed; undefined where it will not. */
  get retryAfterSeconds(): number | undefined {
    const kind: RefusalKind = refusals[this.code];
    return kind.retryAfterSeconds;
  }
}

/** Throws the refusal when the condition holds. */
export function refuseIf(condition: boolean, code: RefusalCode, detail: string): void {
  if (condition) throw new Refusal(code, detail);
}
