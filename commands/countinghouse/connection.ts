// What a command works on: the stage of a profile or a local stack, as the caller who has signed in there.
import { ledgerClient, operatorToken, workbenchClient } from '../../client/client.ts';
import type { LedgerClient, TokenSet, TokenSource, WorkbenchClient } from '../../client/client.ts';
import { tokenSource } from '../../client/tokens/token-source.ts';
import { readRunningStack } from '../administration/running-stack.ts';
import type { StackFile } from '../administration/connect.ts';
import { cacheToken } from '../token/token-cache.ts';
import { readProfile, readSignIn, renewSignIn } from '../selection/profiles.ts';
import type { StageProfile, StoredSignIn } from '../selection/profiles.ts';
import { refuseTwoLedgers } from '../selection/select-stage.ts';

/** The flags that all commands have. */
export interface SelectionFlags {
  readonly profile?: string;
  readonly data?: string;
  readonly stack?: string;
  readonly as?: string;
  readonly json?: boolean;
}

/** The addresses of the stage; those of a local stack come with its demo operators. */
export type SelectedStage = StageProfile & Partial<Pick<StackFile, 'operators'>>;

export function selectStage({ profile, data, stack }: SelectionFlags): SelectedStage {
  refuseTwoLedgers({ profile, data, stack });
  return profile === undefined ? readRunningStack({ data, stack }) : readProfile(profile);
}

export interface SignedInClients {
  readonly ledger: LedgerClient;
  readonly workbench: WorkbenchClient;
}

/** Connects to the stage as the caller. */
export function connect(flags: SelectionFlags): SignedInClients {
  const stage = selectStage(flags);
  const token = buildToken(stage, flags);
  return {
    ledger: ledgerClient({ baseUrl: stage.base_url, token }),
    workbench: workbenchClient({ baseUrl: stage.workbench_url, token }),
  };
}

/** What of a stage a sign-in needs. */
type SignInStage = Pick<SelectedStage, 'auth_url' | 'client_id' | 'redirect_uri' | 'operators'>;

/** The tokens of the demo operator that the flags name, or of the stored sign-in. */
export function buildToken(stage: SignInStage, { as }: SelectionFlags): TokenSource {
  return as === undefined ? readToken(stage) : buildDemoToken(stage, as);
}

function readToken({ auth_url: authUrl, operators = [] }: SignInStage): TokenSource {
  const signIn = readSignIn(authUrl);
  if (signIn !== undefined) return renewedToken(authUrl, signIn);
  const [demo] = operators;
  const example = demo === undefined ? '' : `, for example as ${demo.username}`;
  throw new Error(`Sign in first with \`countinghouse login\`${example}.`);
}

/** The tokens of a stored sign-in. What another command has renewed meanwhile is used, and not renewed once more. */
function renewedToken(authUrl: string, { tokens: first }: StoredSignIn): TokenSource {
  let used = first;
  return tokenSource(async () => {
    const known = used.accessToken;
    const renewed = await renewSignIn(authUrl, (stored) =>
      stored.tokens.accessToken === known ? renewTokens(stored) : Promise.resolve(stored.tokens),
    );
    if (renewed === undefined) throw new Error('Sign in first with `countinghouse login`.');
    used = renewed;
    return used;
  }, first);
}

async function renewTokens(stored: StoredSignIn): Promise<TokenSet> {
  let { tokens } = stored;
  await operatorToken({ ...stored, onRenewed: (renewed) => (tokens = renewed) })(true);
  return tokens;
}

function buildDemoToken(stage: SignInStage, username: string): TokenSource {
  const operator = stage.operators?.find((one) => one.username === username);
  if (operator === undefined) {
    const names = stage.operators?.map((one) => one.username).join(', ');
    throw new Error(
      names === undefined
        ? '--as names a demo operator of a local stack. On a stage, use `countinghouse login`.'
        : `There is no demo operator ${username}. There are: ${names}.`,
    );
  }
  return cacheToken({
    authUrl: stage.auth_url,
    clientId: stage.client_id,
    redirectUri: stage.redirect_uri,
    username,
    password: operator.password,
  });
}
