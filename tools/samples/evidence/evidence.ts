// Samples of the evidence log, which is sealed about a minute after each change.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { postSampleEntry } from '../accounts.ts';
import { waitFor } from '../sample.ts';
import type { Sample, SampleContext } from '../sample.ts';

const TIMEOUT_MS = 180_000;
const PAUSE_MS = 250;
const TILE_WIDTH = 256;

/** A journal entry that is in the log, and all that was committed before it. */
function readSealedEntry(context: SampleContext): Promise<string> {
  return context.once('sealed entry', async () => {
    const id = await postSampleEntry(context);
    const findSealed = async () => ((await isSealed(context, id)) ? id : undefined);
    const late = `${id} is not sealed.`;
    return waitFor(findSealed, { timeoutMs: TIMEOUT_MS, pauseMs: PAUSE_MS, late });
  });
}

function isSealed({ call }: SampleContext, id: string): Promise<boolean> {
  return call('getEvidenceProof', { path: { id } }).then(
    () => true,
    () => false,
  );
}

async function readLogSize(context: SampleContext): Promise<number> {
  await readSealedEntry(context);
  const answer = await context.call('getEvidenceConsistency', { query: { from: '1' } });
  return (answer as { to: { size: number } }).to.size;
}

const sealOnly: Sample = async (context) => {
  await readSealedEntry(context);
  return {};
};

export const evidenceSamples = {
  getEvidenceCheckpoint: sealOnly,
  getPastEvidenceCheckpoint: async (context) => ({
    path: { size: String(await readLogSize(context)) },
  }),
  getEvidenceTile: async (context) => {
    const size = await readLogSize(context);
    return { path: { tile: size < TILE_WIDTH ? `0/000.p/${size}` : '0/000' } };
  },
  getEvidenceKey: sealOnly,
  getEvidenceProof: async (context) => ({ path: { id: await readSealedEntry(context) } }),
  getEvidenceConsistency: async (context) => ({
    query: { from: '1', to: String(await readLogSize(context)) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
