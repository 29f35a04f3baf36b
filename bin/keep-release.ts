// npm run keep-release: keeps what this release has in CloudFormation, for the next one to be compared with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../commands/run-command.ts';
import { assemble } from '../local/cloudformation/assemble.ts';
import {
  formatInventory,
  INVENTORY_FILE,
  RELEASE_CONTEXT,
} from '../tools/releases/kept-release.ts';
import { readInventory } from '../tools/releases/inventory.ts';

const USAGE = `npm run keep-release

Writes the resources, names and exports of this release, without their properties. Run it once, when
a release is made: the tests of the next one deploy over it and back, and find what CloudFormation would
refuse (docs/upgrades.md).`;

await runCommand({ usage: USAGE }, async () => {
  const output = mkdtempSync(join(tmpdir(), 'countinghouse-release-'));
  try {
    const { folder } = await assemble({ output, context: RELEASE_CONTEXT });
    writeFileSync(INVENTORY_FILE, formatInventory(readInventory(folder)));
    console.log(`${INVENTORY_FILE} written`);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
});
