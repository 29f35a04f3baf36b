// npm run verify-artifact -- FILE MANIFEST: checks an export for an auditor, without the service.
import { checkArtifact } from '../commands/artifact-check/check-artifact.ts';
import { formatVerdict } from '../commands/artifact-check/verdict.ts';
import { progressLine } from '../commands/progress-line.ts';
import { runCommand, UsageError } from '../commands/run-command.ts';

const USAGE = `npm run verify-artifact -- FILE MANIFEST

Compares an export with its manifest: size, checksums, rows, control totals, and the hash chains of
the entries. Needs only the two files.

Exit code: 0 sound, 1 there are differences.`;

const progress = progressLine(process.stderr);
await runCommand({ usage: USAGE, takesWords: true, progress }, async (_, [file, manifest]) => {
  if (file === undefined || manifest === undefined) {
    throw new UsageError('Give the file and its manifest.');
  }
  await run(file, manifest);
});

async function run(file: string, manifest: string): Promise<void> {
  const { agreed, differences } = await checkArtifact(file, manifest, progress.show);
  progress.end();
  for (const line of agreed) console.log(`ok       ${line}`);
  console.log(formatVerdict(differences));
  if (differences.length > 0) process.exitCode = 1;
}
