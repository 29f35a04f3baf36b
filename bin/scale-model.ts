// npm run scale-model: what the model of one hot account says, for docs/scale.md.
import { modelReport } from '../lib/scale/model-report.ts';

console.log(modelReport().join('\n'));
