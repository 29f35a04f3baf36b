// The flags that select the operator and the service for a sign-in.
import type { StackFile } from '../administration/connect.ts';
import { readCode, readPassword } from '../administration/read-password.ts';
import { requireFlags, UsageError } from '../command-definition.ts';
import { readProfile } from '../selection/profiles.ts';
import type { StageProfile } from '../selection/profiles.ts';
import { openRunningStack, PROFILE_FLAGS, refuseTwoLedgers } from '../selection/select-stage.ts';
import type { ProfileFlags } from '../selection/select-stage.ts';
import type { SignInOptions } from './access-token.ts';

/** For the local stack, a stage with a profile, or another service. */
export const SIGN_IN_FLAGS = {
  ...PROFILE_FLAGS,
  'auth-url': { type: 'string' },
  'client-id': { type: 'string' },
  'redirect-uri': { type: 'string' },
} as const;

interface SignInFlags extends ProfileFlags {
  readonly 'auth-url'?: string | undefined;
  readonly 'client-id'?: string | undefined;
  readonly 'redirect-uri'?: string | undefined;
}

/** Where a sign-in is made, and the API for which it is. */
export type SelectedService = Pick<StageProfile, 'auth_url' | 'client_id' | 'redirect_uri'> &
  Partial<Pick<StageProfile, 'workbench_url'> & Pick<StackFile, 'operators'>>;

/** The local stack, which runs, or the service that the flags name. */
export async function selectService(flags: SignInFlags): Promise<SelectedService> {
  refuseTwoLedgers(flags);
  const { profile, 'auth-url': authUrl } = flags;
  if (authUrl === undefined) {
    return profile === undefined ? openRunningStack(flags) : readProfile(profile);
  }
  if (profile !== undefined) throw new UsageError('Give --profile or --auth-url, not both.');
  const given = requireFlags(flags, ['client-id', 'redirect-uri']);
  return { auth_url: authUrl, client_id: given['client-id'], redirect_uri: given['redirect-uri'] };
}

/**
 * Prompts for the password, unless the operator is a demo operator, and for a code if the sign-in asks for one
 * and none is given.
 */
export async function buildSignInOptions(
  username: string,
  { auth_url, client_id, redirect_uri, operators = [] }: SelectedService,
  code?: string,
): Promise<SignInOptions> {
  const demo = operators.find((operator) => operator.username === username);
  return {
    authUrl: auth_url,
    clientId: client_id,
    redirectUri: redirect_uri,
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
