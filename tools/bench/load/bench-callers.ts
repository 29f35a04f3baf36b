// The callers of the measurements: demo operators who sign in normally.
import type { OperationPermission } from '../../../functions/operations/operations.ts';
import type { StackFile } from '../../../commands/administration/connect.ts';
import { cacheToken } from '../../../commands/token/token-cache.ts';

interface BenchOperator {
  readonly username: string;
  readonly password: string;
  readonly permissions: readonly string[];
}

export class BenchCallers {
  readonly #stack: StackFile;
  readonly #cache = new Map<string, ReturnType<typeof cacheToken>>();

  constructor(stack: StackFile) {
    this.#stack = stack;
  }

  /**
   * Returns a token of the operator with the fewest permissions: no operator approves its own
   * requests.
   */
  tokenFor(permission: OperationPermission): Promise<string> {
    const operators = this.#stack.operators as readonly BenchOperator[];
    const [operator] = operators
      .filter(({ permissions }) => permissions.includes(permission))
      .toSorted((a, b) => a.permissions.length - b.permissions.length);
    if (!operator) throw new Error(`No demo operator has ${permission}.`);
    const token = this.#cache.get(operator.username) ?? this.#tokenOf(operator);
    this.#cache.set(operator.username, token);
    return token();
  }

  /** Signs the operators in again who have signed in. */
  async renewTokens(): Promise<void> {
    await Promise.all([...this.#cache.values()].map((token) => token(true)));
  }

  #tokenOf({ username, password }: BenchOperator): ReturnType<typeof cacheToken> {
    const { auth_url, client_id, redirect_uri } = this.#stack;
    const client = { authUrl: auth_url, clientId: client_id, redirectUri: redirect_uri };
    return cacheToken({ ...client, username, password });
  }
}
