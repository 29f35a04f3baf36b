// npm run build:verifier: writes the check of evidence as one file for auditors.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runCommand } from '../commands/run-command.ts';
import { bundleVerifier } from '../tools/verifier/bundle-verifier.ts';

const USAGE = `npm run build:verifier -- [--out FILE]

Writes the check of evidence as one file, which runs with Node 24 or newer and nothing else:
node countinghouse-verify.mjs --help. Auditors can keep it; docs/evidence.md is its page.

  --out FILE   the file (default: countinghouse-verify.mjs)`;

const OPTIONS = { out: { type: 'string', default: 'countinghouse-verify.mjs' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ out }) => {
  const { sizeBytes } = await bundleVerifier(out);
  const digest = createHash('sha256').update(readFileSync(out)).digest('hex');
  console.log(`${out}: ${sizeBytes} bytes, SHA-256 ${digest}`);
});
