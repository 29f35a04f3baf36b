// npm run --silent token -- USERNAME: prints an access token of the operator and nothing else.
import { STACK_USAGE } from '../commands/administration/running-stack.ts';
import { runCommand, UsageError } from '../commands/run-command.ts';
import { fetchAccessToken } from '../commands/token/access-token.ts';
import {
  SIGN_IN_FLAGS,
  buildSignInOptions,
  readLocalStack,
} from '../commands/token/sign-in-flags.ts';

const USAGE = `npm run --silent token -- USERNAME

Signs in at a local stack with the password of the demo operator; for another operator it prompts for
the password. For another service:

  npm run --silent token -- USERNAME --auth-url URL --client-id ID --redirect-uri URI

${STACK_USAGE}`;

await runCommand(
  { usage: USAGE, options: SIGN_IN_FLAGS, takesWords: true },
  async (flags, [username, ...others]) => {
    if (username === undefined || others.length > 0) {
      throw new UsageError('Give the name of one operator.');
    }
    const signIn = await buildSignInOptions(username, flags, readLocalStack(flags));
    console.log(await fetchAccessToken(signIn));
  },
);
