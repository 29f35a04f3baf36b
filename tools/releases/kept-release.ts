// The inventory of the previous release, a file of this repository: a checkout may not have its commits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseInventory } from './inventory.ts';

export const INVENTORY_FILE = join(import.meta.dirname, 'previous-release.json');

/** The stage that is compared: what is retained and protected there is not in a disposable one. Nothing of the file. */
export const RELEASE_CONTEXT = {
  stage: 'production',
  settingsAlone: true,
  settings: {
    consoleOrigin: 'http://localhost:4020',
    webAcl: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/bank/0a1b',
  },
};

export function readKeptRelease(): ReleaseInventory {
  return JSON.parse(readFileSync(INVENTORY_FILE, 'utf8')) as ReleaseInventory;
}

/** Formats the inventory with a line for each resource, so that a difference can be read. */
export function formatInventory(release: ReleaseInventory): string {
  const stacks = release.map(({ name, resources, exports, imports }) => {
    const formatMembers = (members: Readonly<Record<string, unknown>>) => {
      const lines = Object.entries(members).map(
        ([id, value]) => `    ${JSON.stringify(id)}: ${JSON.stringify(value)}`,
      );
      return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
    };
    return `{
  "name": ${JSON.stringify(name)},
  "resources": ${formatMembers(resources)},
  "exports": ${formatMembers(exports)},
  "imports": ${JSON.stringify(imports)}
}`;
  });
  return `[\n${stacks.join(',\n')}\n]\n`;
}
