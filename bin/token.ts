// npm run --silent token -- USERNAME: prints an access token of the operator and nothing else.
import { STACK_USAGE } from '../commands/administration/running-stack.ts';
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import { fetchAccessToken } from '../commands/token/access-token.ts';
import {
  SIGN_IN_FLAGS,
  buildSignInOptions,
  readLocalStack,
} from '../commands/token/sign-in-flags.ts';

const USAGE = `npm run --silent token -- USERNAME [--code CODE]

Signs in at a local stack with the password of the demo operator; for another operator it prompts for
the password. An operator with an authenticator app gives its code with --code, or is asked for it; a
passkey needs a browser. For another service:

  npm run --silent token -- USERNAME --auth-url URL --client-id ID --redirect-uri URI

${STACK_USAGE}`;

await runCommand(
  { usage: USAGE, options: { ...SIGN_IN_FLAGS, code: { type: 'string' } }, takesWords: true },
  async (flags, [username, ...others]) => {
    if (username === undefined || others.length > 0) {
      throw new UsageError('Give the name of one operator.');
    }
    const signIn = await buildSignInOptions(username, flags, readLocalStack(flags), flags.code);
    console.log(await fetchAccessToken(signIn));
  },
);
