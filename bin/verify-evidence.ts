// npm run verify-evidence -- LOG --key KEY: proves for an auditor, offline, that nothing was changed, dropped or
// dated back. Also bundled as one file without dependencies.
import { EVIDENCE_OPTIONS, readEvidenceTask } from '../commands/evidence/evidence-arguments.ts';
import {
  EXIT_UNPROVED,
  formatVerdict,
  formatVerdictJson,
  toExitCode,
} from '../commands/evidence/report.ts';
import { verifyEvidence } from '../commands/evidence/verify-evidence.ts';
import { progressLine } from '../commands/progress-line.ts';
import { runAlone } from '../commands/run-alone.ts';

const USAGE = `npm run verify-evidence -- LOG [FILE…] --key KEY [flags]
node countinghouse-verify.mjs LOG [FILE…] --key KEY [flags]

Proves offline what the evidence log of a tenant shows (docs/evidence.md). LOG is a folder with a copy of
the log; a FILE is an export (.csv), a proof (.tlog-proof) or a checkpoint that you have kept. The manifest
of an export is FILE.manifest.json or manifest.json beside it, its signature the same with .sig.

  --key KEY          the verifier key of the log, or a file with one key a line; after a change of keys
                     all of them, in the order in which they signed; keys of witnesses too
  --checkpoint FILE  a checkpoint that you have kept
  --export FILE      an export
  --proof FILE       a proof file
  --entry FILE       the entry of the proof, if the proof does not have it
  --late-hours N     hours that a leaf may be older than one before it (default: 48)
  --json             print JSON

Each of --key, --checkpoint, --export and --proof may be given several times.`;

const EXIT_CODES = {
  0: 'all of it is proved',
  1: 'something is wrong',
  2: 'wrong words or flags, or something could not be checked',
};

// Auditors run the file with the Node that they have.
const NODE_MIN = 24;

const progress = progressLine(process.stderr);
await runAlone(
  {
    usage: USAGE,
    options: EVIDENCE_OPTIONS,
    takesWords: true,
    progress,
    failureCode: EXIT_UNPROVED,
    exitCodes: EXIT_CODES,
  },
  async ({ json, ...flags }, words) => {
    const { node } = process.versions;
    if (Number.parseInt(node, 10) < NODE_MIN) {
      throw new Error(`The check needs Node.js ${NODE_MIN} or newer, and this is ${node}.`);
    }
    const task = readEvidenceTask(flags, words);
    const verdict = await verifyEvidence({ ...task, onProgress: progress.show });
    progress.end();
    console.log(json ? formatVerdictJson(verdict) : formatVerdict(verdict));
    process.exitCode = toExitCode(verdict);
  },
);
