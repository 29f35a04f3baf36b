// Instances of a function with memory of their own, as Lambda has them: each in a process, with a clock
// that may run faster than the real one, so that what is cached for seconds ages in moments.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface PostingInstances {
  /** Stops all instances and returns the identifiers of the entries that they have posted. */
  stop(): Promise<string[]>;
}

interface InstanceInput {
  readonly accounts: readonly string[];
  readonly tenant: string;
  readonly effectiveDate: string;
  /** How much faster their clock runs. */
  readonly speed: number;
}

/** Starts an instance of postJournalEntry for each account, which posts on it as fast as it can. */
export async function startPostingInstances({
  accounts,
  ...input
}: InstanceInput): Promise<PostingInstances> {
  const base = Date.now();
  const instances = accounts.map((account) => {
    const data = JSON.stringify({ ...input, account, base });
    return fork(join(import.meta.dirname, 'posting-instance.ts'), [data]);
  });
  // Each has posted once, so that it has cached the settings from before the closing.
  await Promise.all(instances.map((instance) => once(instance, 'message')));
  return {
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
