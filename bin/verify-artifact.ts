// npm run verify-artifact -- FILE MANIFEST: an auditor's check of an export, without the service.
import { parseArgs } from 'node:util';
import { checkArtifact } from '../lib/artifact-check/check-artifact.ts';
import { progressLine } from '../lib/progress-line.ts';

const usage = `npm run verify-artifact -- FILE MANIFEST

Holds an export against its manifest: size, checksums, rows, control totals, and the hash chains of
the entries. Needs nothing but the two files. Ends with 1 when something differs.`;

const progress = progressLine(process.stderr);
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const [file, manifest] = positionals;
  if (values.help) console.log(usage);
  else if (file === undefined || manifest === undefined) throw new Error(usage);
  else await run(file, manifest);
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(file: string, manifest: string): Promise<void> {
  const { agreed, differences } = await checkArtifact(file, manifest, progress.show);
  progress.end();
  for (const line of agreed) console.log(`ok       ${line}`);
  for (const line of differences) console.log(`DIFFERS  ${line}`);
  console.log(differences.length === 0 ? 'The export is sound.' : 'The export is NOT sound.');
  if (differences.length > 0) process.exitCode = 1;
}
