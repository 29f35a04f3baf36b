// Checks what institutions attach to accounts: an external id leads to its one account, and metadata is
// that of the last replacement.
import { isDeepStrictEqual } from 'node:util';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../observations.ts';
import { listAllItems, checkInParallel, requireAnswer } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

export const checkAccounts: SoakCheck = async (state) => {
  const all = await Promise.all(
    state.observations.map((observations) => checkTenantAccounts(state, observations)),
  );
  const count = all.reduce((sum, { identified }) => sum + identified, 0);
  return {
    subject: `${count} accounts found by their external id`,
    findings: all.flatMap(({ findings }) => findings),
  };
};

async function checkTenantAccounts(state: SoakState, { tenant, acknowledged }: Observations) {
  const listBodies = (operation: string): AnswerBody[] =>
    acknowledged
      .filter(({ intent }) => intent.operation === operation)
      .map(({ answer }) => answer.body);
  const created = listBodies('createAccount');
  const replacements = listBodies('replaceAccountMetadata');
  const identified = created.filter(({ external_id: id }) => id !== undefined);
  const misled = await checkInParallel(identified, async ({ id, external_id }) => {
    const query = { external_id };
    const { body } = await requireAnswer(state, tenant, 'listAccounts', { query });
    const ids = body.map((account: AnswerBody) => account.id);
    return isDeepStrictEqual(ids, [id]) ? [] : [`${external_id} of ${id} finds ${ids.join()}`];
  });
  const accounts = await listAllItems(state, tenant, 'listAccounts');
  const changed = accounts.flatMap((account) => findMetadataFaults(account, replacements));
  const faults = [...misled.flat(), ...changed];
  return { identified: identified.length, findings: faults.map((fault) => `${tenant}: ${fault}`) };
}

// No account of the soak test is opened with metadata.
function findMetadataFaults(
  { id, metadata, metadata_version: version }: AnswerBody,
  replacements: readonly AnswerBody[],
): string[] {
  const own = replacements.filter((answer) => answer.id === id);
  const last = own.find((answer) => answer.metadata_version === own.length);
  const isRight =
    own.length === 0
      ? version === undefined
      : version === own.length && isDeepStrictEqual(metadata, last?.metadata);
  return isRight ? [] : [`the metadata of ${id} is at ${version} after ${own.length} replacements`];
}
