// The callers of the measurements: demo operators, signed in as anybody signs in.
import type { Permission } from '../../../functions/operations/operations.ts';
import type { StackFile } from '../../../commands/administration/connect.ts';
import { keptToken } from '../../../commands/token/kept-token.ts';

interface Operator {
  readonly username: string;
  readonly password: string;
  readonly permissions: readonly string[];
}

export class Callers {
  readonly #stack: StackFile;
  readonly #kept = new Map<string, ReturnType<typeof keptToken>>();

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
    const token = this.#kept.get(operator.username) ?? this.#tokenOf(operator);
    this.#kept.set(operator.username, token);
    return token();
  }

  #tokenOf({ username, password }: Operator): ReturnType<typeof keptToken> {
    const { auth_url, client_id, redirect_uri } = this.#stack;
    const client = { authUrl: auth_url, clientId: client_id, redirectUri: redirect_uri };
    return keptToken({ ...client, username, password });
  }
}
