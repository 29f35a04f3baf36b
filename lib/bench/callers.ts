// The callers of the measurements: demo operators, signed in as anybody signs in.
import type { Permission } from '../../functions/operations.ts';
import type { StackFile } from '../administration/connect.ts';
import { accessToken } from '../token/access-token.ts';

interface Operator {
  readonly username: string;
  readonly password: string;
  readonly permissions: readonly string[];
}

interface Kept {
  readonly token: Promise<string>;
  readonly until: number;
}

/** Tokens live for five minutes. */
const KEPT_MS = 4 * 60_000;

export class Callers {
  readonly #stack: StackFile;
  readonly #kept = new Map<string, Kept>();

  constructor(stack: StackFile) {
    this.#stack = stack;
  }

  /** A token of the operator who may little else: nobody approves what they have asked for. */
  tokenFor(permission: Permission): Promise<string> {
    const operators = this.#stack.operators as readonly Operator[];
    const [operator] = operators
      .filter(({ permissions }) => permissions.includes(permission))
      .toSorted((a, b) => a.permissions.length - b.permissions.length);
    if (!operator) throw new Error(`No demo operator has ${permission}.`);
    const kept = this.#kept.get(operator.username);
    if (kept && kept.until > performance.now()) return kept.token;
    const token = this.#signIn(operator);
    this.#kept.set(operator.username, { token, until: performance.now() + KEPT_MS });
    return token;
  }

  #signIn({ username, password }: Operator): Promise<string> {
    const { auth_url, client_id, redirect_uri } = this.#stack;
    const client = { authUrl: auth_url, clientId: client_id, redirectUri: redirect_uri };
    return accessToken({ ...client, username, password });
  }
}
