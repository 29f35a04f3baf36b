// Runs the command `countinghouse` of an installed package, as a user with a home of its own.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProgramEnd {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** The command in the folder of an installation. */
export function installedCommand(folder: string) {
  const program = join(folder, 'installation/node_modules/.bin/countinghouse');
  const env = { ...process.env, HOME: join(folder, 'home') };
  const start = (words: readonly string[], input = '') => {
    const child = spawn(program, words, { cwd: folder, env });
    child.stdin.end(input);
    const result = { out: '', error: '' };
    child.stdout.on('data', (text) => (result.out += String(text)));
    child.stderr.on('data', (text) => (result.error += String(text)));
    const ended = new Promise<ProgramEnd>((resolve) =>
      child.once('close', (code) => resolve({ code, ...result })),
    );
    return { child, result, ended };
  };
  const run = (words: readonly string[], input?: string) => start(words, input).ended;
  /** What the shell offers for the last of the words. */
  const complete = async (...words: string[]): Promise<string> => {
    writeFileSync(join(folder, 'completion.sh'), (await run(['completion', 'bash'])).out);
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `source completion.sh; COMP_WORDS=(countinghouse ${typed})
COMP_CWORD=${words.length}; _countinghouse; echo "\${COMPREPLY[*]}"`;
    const shell = spawn('bash', ['-c', script], { cwd: folder });
    let text = '';
    shell.stdout.on('data', (chunk) => (text += String(chunk)));
    await new Promise((resolve) => shell.once('close', resolve));
    return text.trim();
  };
  return { start, run, complete };
}
