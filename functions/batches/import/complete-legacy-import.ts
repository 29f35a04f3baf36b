// Marks an import as COMPLETED, with its report.
import type { Completion } from '../../domain/batches/batches.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { recordBatchCompletion } from '../batch-transitions.ts';

export const handler = task<BatchInput & { completion: Completion }, object>(
  'completeLegacyImport',
  async (work) => {
    await recordBatchCompletion(work, work.input.completion);
    return {};
  },
);
