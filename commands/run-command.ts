// How a command ends when it cannot go on: its progress is taken away, and one sentence says why.
import type { ProgressLine } from './progress-line.ts';

/** Runs the command; what it throws is told without its stack, and the process will end with 1. */
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
