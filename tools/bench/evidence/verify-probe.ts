// A fresh process that verifies a log, or only hashes its entries, and prints its CPU time and memory:
// node verify-probe.ts SIDE FOLDER LEAVES KEY
import { hashLeaf } from '../../../functions/domain/evidence/merkle-tree.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { LeafFrontier } from '../../../commands/evidence/log/leaf-frontier.ts';
import { LogFolder } from '../../../commands/evidence/log/log-folder.ts';
import { readLeaves } from '../../../commands/evidence/log/log-scan.ts';
import { concludeVerdict } from '../../../commands/evidence/report.ts';
import { verifyEvidence } from '../../../commands/evidence/verify-evidence.ts';
import { readOwnPeakMegabytes } from '../load/processes.ts';

const [side, folder = '', leaves = '', key = ''] = process.argv.slice(2);
const before = process.cpuUsage();
const count = side === 'bare' ? hashLeaves() : await verifyLog();
const { user, system } = process.cpuUsage(before);
const milliseconds = (user + system) / 1_000;
const peakMegabytes = readOwnPeakMegabytes();
process.stdout.write(JSON.stringify({ count, milliseconds, peakMegabytes }));

function hashLeaves(): number {
  const frontier = new LeafFrontier();
  for (const { entry } of readLeaves(new LogFolder(folder), Number(leaves))) {
    frontier.add(hashLeaf(entry));
  }
  return frontier.size;
}

async function verifyLog(): Promise<number> {
  const logKey = parseVerifierKey(key);
  const verdict = await verifyEvidence({
    keys: { origin: logKey.name, logKeys: [logKey], witnessKeys: [] },
    log: folder,
    checkpoints: [],
    exports: [],
    proofs: [],
    lateHours: 24,
    onProgress: () => undefined,
  });
  if (concludeVerdict(verdict) !== 'PROVED') throw new Error('The log is not proved.');
  return verdict.checkpoint?.size ?? 0;
}
