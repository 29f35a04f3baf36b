// npm run scale-model: prints the results of the hot-account model, for docs/scale.md.
import { runCommand } from '../commands/run-command.ts';
import { buildModelReport } from '../tools/scale/model-report.ts';

const USAGE = `npm run scale-model

Prints the results of the hot-account model, which docs/scale.md describes.`;

await runCommand({ usage: USAGE }, () => console.log(buildModelReport().join('\n')));
