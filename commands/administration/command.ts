// What a command of `npm run admin` is, and the options that any of them may take.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';

export interface AdminOptions {
  readonly name?: string;
  readonly tenant?: string;
  readonly service?: boolean;
  readonly 'redirect-uri'?: readonly string[];
  readonly 'logout-uri'?: readonly string[];
  readonly 'overlap-hours'?: string;
  readonly stage?: string;
  /** The stack.json of the stack on this machine. */
  readonly stack?: string;
  readonly code?: string;
  readonly 'retention-years'?: string;
}

export interface AdminCommand {
  readonly usage: string;
  /** How many words it takes at least. */
  readonly words: number;
  /** Answers what standard output shows. */
  readonly run: (who: Administration, words: string[], options: AdminOptions) => Promise<string>;
}
