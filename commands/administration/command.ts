// A command of `npm run admin`, and the options of all commands.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import type { StackFlags } from './running-stack.ts';

export interface AdminOptions extends StackFlags {
  readonly name?: string;
  readonly tenant?: string;
  readonly service?: boolean;
  readonly 'redirect-uri'?: readonly string[];
  readonly 'logout-uri'?: readonly string[];
  readonly 'overlap-hours'?: string;
  readonly 'public-key'?: string;
  readonly stage?: string;
  readonly off?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly code?: string;
  readonly file?: string;
  readonly format?: string;
  readonly 'retention-years'?: string;
}

export interface AdminCommand {
  readonly usage: string;
  /** The minimum number of words. */
  readonly words: number;
  /** Returns the text for standard output. */
  readonly run: (who: Administration, words: string[], options: AdminOptions) => Promise<string>;
}
