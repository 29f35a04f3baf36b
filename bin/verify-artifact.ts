// npm run verify-artifact -- FILE MANIFEST: checks an export for an auditor, without the service.
import { checkFileAlone } from '../commands/artifact-check/check-alone.ts';
import { checkManifestSignature } from '../commands/evidence/export/check-signature.ts';
import { checkArtifact } from '../commands/artifact-check/check-artifact.ts';
import type { CheckFindings } from '../commands/artifact-check/check-findings.ts';
import { formatVerdict, toVerdictJson } from '../commands/artifact-check/verdict.ts';
import { toShownText } from '../commands/shown-text.ts';
import { readEvidenceKeys } from '../commands/evidence/evidence-keys.ts';
import { requireFormat } from '../commands/export/require-format.ts';
import { progressLine } from '../commands/progress-line.ts';
import { JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';

const USAGE = `npm run verify-artifact -- FILE MANIFEST [--key KEY]
npm run verify-artifact -- --format fec FILE [MANIFEST] [--encoding NAME]

Compares an export with its manifest: size, checksums, rows, control totals, and the hash chains of
the entries. Needs only the two files. With --format fec, checks any FEC by the rules of article
A47 A-1 alone, without a manifest; its name must be SIRENFECAAAAMMJJ.txt.

  --key KEY        the verifier key of the tenant's evidence log, or a file with it: checks the signature
                   of the manifest too, which is MANIFEST.sig (npm run verify-evidence checks the entries)
  --encoding NAME  UTF-8, ISO-8859-15 or US-ASCII (default: as the bytes show)
${JSON_USAGE}`;

const EXIT_CODES = { 0: 'sound', 1: 'there are differences, or it failed' };

const OPTIONS = {
  ...JSON_FLAG,
  format: { type: 'string' },
  encoding: { type: 'string' },
  key: { type: 'string', multiple: true },
} as const;

const progress = progressLine(process.stderr);
await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true, progress, exitCodes: EXIT_CODES },
  async ({ format, encoding, key, json }, [file, manifest, ...others]) => {
    if (others.length > 0) throw new UsageError(`${others.join(' ')} is too much.`);
    if (file !== undefined && format !== undefined && manifest === undefined) {
      return report(await checkFileAlone({ file, format, encoding }, progress.show), json);
    }
    if (file === undefined || manifest === undefined) {
      throw new UsageError('Give the file and its manifest.');
    }
    const formats = format === undefined ? undefined : [requireFormat(format)];
    const findings = await checkArtifact(file, manifest, progress.show, formats);
    if (key !== undefined) checkManifestSignature(manifest, readEvidenceKeys(key), findings);
    return report(findings, json);
  },
);

function report(findings: CheckFindings, json: boolean): void {
  progress.end();
  if (json)
    console.log(
      JSON.stringify({ agreed: findings.agreed, ...toVerdictJson(findings) }, undefined, 2),
    );
  else {
    for (const line of findings.agreed) console.log(`ok       ${toShownText(line)}`);
    console.log(formatVerdict(findings));
  }
  if (findings.differenceCount > 0) process.exitCode = 1;
}
