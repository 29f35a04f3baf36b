// npm run scale-model: what the model of one hot account says, for docs/scale.md.
import { parseArgs } from 'node:util';
import { modelReport } from '../tools/scale/model-report.ts';

parseArgs({});
console.log(modelReport().join('\n'));
