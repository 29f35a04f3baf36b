// Builds the functions and the console for a construct, in a process of its own; prints the folder of the console.
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import { bundleDeployment } from '../lib/deployment-build.ts';
import { buildConsole } from '../local/console/console-build.ts';

const USAGE = `node bin/build-deployment.ts FOLDER

Bundles the functions into the folder, builds the console, and prints where its files are. The construct
Countinghouse starts it (docs/embedding.md).`;

await runCommand({ usage: USAGE, takesWords: true }, async (_flags, [folder, ...others]) => {
  if (folder === undefined || others.length > 0) throw new UsageError('Give one folder.');
  const [{ folder: site }] = await Promise.all([buildConsole(), bundleDeployment(folder)]);
  console.log(site);
});
