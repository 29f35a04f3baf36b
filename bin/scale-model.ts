// npm run scale-model: what the model of one hot account says, for docs/scale.md.
import { parseArgs } from 'node:util';
import { buildModelReport } from '../tools/scale/model-report.ts';

parseArgs({});
console.log(buildModelReport().join('\n'));
