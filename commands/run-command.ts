// Ends a failing command: erases its progress line and prints the error as one sentence.
import type { ProgressLine } from './progress-line.ts';

/** Runs the command. An error is printed without its stack, and the exit code becomes 1. */
export async function runCommand(
  { end }: Pick<ProgressLine, 'end'>,
  run: () => void | Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    end();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
