// Passwords come from a prompt without echo or from standard input, never from the command line, which
// every process of the machine and the shell's history can read.
import type { ReadStream } from 'node:tty';

const ENTER = ['\r', '\n', '\u0004'];
const INTERRUPT = '\u0003';
const ERASE = ['\u007f', '\b'];

export async function readNewPassword(input = process.stdin): Promise<string> {
  if (!input.isTTY) return readLine(input);
  const password = await prompt(input, 'New password: ');
  if ((await prompt(input, 'Repeat the password: ')) !== password) {
    throw new Error('The two passwords are not the same.');
  }
  return password;
}

export async function readPassword(input = process.stdin): Promise<string> {
  return input.isTTY ? prompt(input, 'Password: ') : readLine(input);
}

/** A code of an authenticator app, from the prompt alone: standard input has the password. */
export async function readCode(input = process.stdin): Promise<string> {
  if (input.isTTY) return prompt(input, 'Code of the authenticator app: ');
  throw new Error(
    'This operator needs a code of the authenticator app: use a terminal, or npm run token with --code.',
  );
}

async function readLine(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text.split(/\r?\n/)[0] ?? '';
}

// The prompt goes to standard error, so that standard output holds the result alone.
function prompt(input: ReadStream, question: string): Promise<string> {
  process.stderr.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', read);
      input.setRawMode(false);
      input.pause();
      process.stderr.write('\n');
      settle();
    };
    const read = (chunk: string | Buffer) => {
      for (const character of String(chunk)) {
        if (ENTER.includes(character)) return end(() => resolve(typed));
        if (character === INTERRUPT) return end(() => reject(new Error('Interrupted.')));
        typed = ERASE.includes(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', read);
  });
}
