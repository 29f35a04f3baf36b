// npm run scale-model: prints the results of the hot-account model, for docs/scale.md.
import { parseArgs } from 'node:util';
import { buildModelReport } from '../tools/scale/model-report.ts';

parseArgs({});
console.log(buildModelReport().join('\n'));
