// The flags that select the operator and the service for a sign-in.
import type { StackFile } from '../administration/connect.ts';
import { readCode, readPassword } from '../administration/read-password.ts';
import { readRunningStack, STACK_FLAGS } from '../administration/running-stack.ts';
import type { StackFlags } from '../administration/running-stack.ts';
import type { SignInOptions } from './access-token.ts';

/** For the local stack, or another service. */
export const SIGN_IN_FLAGS = {
  ...STACK_FLAGS,
  'auth-url': { type: 'string' },
  'client-id': { type: 'string' },
  'redirect-uri': { type: 'string' },
} as const;

export interface SignInFlags extends StackFlags {
  readonly 'auth-url'?: string | undefined;
  readonly 'client-id'?: string | undefined;
  readonly 'redirect-uri'?: string | undefined;
}

/** Reads the local stack, unless the flags name another service. */
export function readLocalStack(flags: SignInFlags): StackFile | undefined {
  return flags['auth-url'] === undefined ? readRunningStack(flags) : undefined;
}

/**
 * Prompts for the password, unless the operator is a demo operator, and for a code if the sign-in asks for one
 * and none is given.
 */
export async function buildSignInOptions(
  username: string,
  flags: SignInFlags,
  here: StackFile | undefined,
  code?: string,
): Promise<SignInOptions> {
  const demo = here?.operators.find((operator) => operator.username === username);
  return {
    authUrl: flags['auth-url'] ?? here?.auth_url ?? '',
    clientId: flags['client-id'] ?? here?.client_id ?? '',
    redirectUri: flags['redirect-uri'] ?? here?.redirect_uri ?? '',
    username,
    password: demo?.password ?? (await readPassword()),
    readCode: buildCodeReader(code),
  };
}

/** A code is good once, so the given one is used once and the next is prompted for. */
function buildCodeReader(given: string | undefined): () => Promise<string> {
  const codes = given === undefined ? [] : [given];
  return async () => codes.pop() ?? readCode();
}
