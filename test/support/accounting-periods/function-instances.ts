// Instances of a function with memory of their own, as Lambda has them: each in a process, with a clock
// that may run faster than the real one, so that what is cached for seconds ages in moments.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { POSTING_OPERATIONS } from './dated-postings.ts';
import type { PostingInstanceData } from './posting-instance.ts';

export interface PostingInstances {
  /** Resolves when each instance has finished what it was posting, however slow the machine is. */
  finishPosting(): Promise<void>;
  /** Stops all instances and returns the identifiers of the entries that they have posted. */
  stop(): Promise<string[]>;
}

interface InstanceInput extends Pick<
  PostingInstanceData,
  'tenant' | 'workflowId' | 'effectiveDate' | 'speed'
> {
  readonly accounts: readonly string[];
}

/**
 * Starts an instance for each account, which posts on it as fast as it can: with one operation that posts, the
 * next instance with the next one.
 */
export async function startPostingInstances({
  accounts,
  ...input
}: InstanceInput): Promise<PostingInstances> {
  const base = Date.now();
  const instances = accounts.map((account, index) => {
    const operation = POSTING_OPERATIONS[index % POSTING_OPERATIONS.length];
    const data = JSON.stringify({ ...input, operation, account, base });
    return fork(join(import.meta.dirname, 'posting-instance.ts'), [data]);
  });
  // Each has posted once, so that it has cached the settings from before the closing.
  await Promise.all(instances.map((instance) => once(instance, 'message')));
  return {
    async finishPosting() {
      const finished = instances.map((instance) => once(instance, 'message'));
      for (const instance of instances) instance.send('finish');
      await Promise.all(finished);
    },
    async stop() {
      const posted = instances.map(async (instance) => {
        const ended = Promise.all([once(instance, 'message'), once(instance, 'exit')]);
        instance.send('stop');
        const [[ids]] = (await ended) as [[string[]], unknown];
        return ids;
      });
      return (await Promise.all(posted)).flat();
    },
  };
}
