// npm run --silent token -- USERNAME: prints an access token of the operator and nothing else.
import { JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import { buildToken } from '../commands/countinghouse/connection.ts';
import { runCommand } from '../commands/run-command.ts';
import { PROFILE_USAGE } from '../commands/selection/select-stage.ts';
import { fetchAccessToken } from '../commands/token/access-token.ts';
import {
  SIGN_IN_FLAGS,
  buildSignInOptions,
  selectService,
} from '../commands/token/sign-in-flags.ts';

const USAGE = `npm run --silent token -- USERNAME [flags]
npm run --silent token -- [USERNAME] --profile NAME [flags]

Prints an access token. Signs in at a local stack with the password of the demo operator; for another
operator it prompts for the password. With --profile and without USERNAME the token is that of the sign-in
of \`countinghouse login\`. A passkey needs a browser.

  --code CODE      of the authenticator app, if the operator has one; without it, asked for
  --auth-url URL   with --client-id ID and --redirect-uri URI: another service
${PROFILE_USAGE}
${JSON_USAGE}`;

const OPTIONS = { ...SIGN_IN_FLAGS, ...JSON_FLAG, code: { type: 'string' } } as const;

await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true },
  async (flags, [username, ...others]) => {
    const isStored = username === undefined && flags.profile !== undefined;
    if (others.length > 0 || (username === undefined && !isStored)) {
      throw new UsageError('Give the name of one operator.');
    }
    const service = await selectService(flags);
    const token = isStored
      ? await buildToken(service, {})()
      : await fetchAccessToken(await buildSignInOptions(username ?? '', service, flags.code));
    console.log(flags.json ? JSON.stringify({ access_token: token }) : token);
  },
);
