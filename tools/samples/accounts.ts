// Samples of accounts and journal entries.
import type { OperationName } from '../../functions/operations/operations.ts';
import {
  buildAccountBody,
  buildCreditBody,
  buildTemplateBody,
  buildTransferBody,
} from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const FUNDS = '1000000.00';

/** Creates an account with a balance of a million. */
export async function createFundedAccount(context: SampleContext): Promise<string> {
  const id = await createSample(context, 'createAccount', { body: buildAccountBody() });
  await context.call('postJournalEntry', { body: buildFundingBody(id) });
  return id;
}

/** The account that samples share if they do not change its status. */
export function readSharedAccount(context: SampleContext): Promise<string> {
  return context.once('account', () => createFundedAccount(context));
}

/** A credit of a million to the account. */
export function buildFundingBody(accountId: string) {
  return buildCreditBody(accountId, FUNDS);
}

/** A transfer with a description and references, as in a customer's order. */
export function buildRentBody(from: string, to: string, amount = '12.34') {
  const { ledger_lines, account_postings } = buildTransferBody(from, to, amount);
  const reference = 'Invoice 2026-4711';
  return {
    description: 'Rent for November, flat 12',
    ledger_lines,
    account_postings: account_postings.map((posting) => ({ ...posting, reference })),
  };
}

async function buildSharedTransfer(context: SampleContext) {
  const from = await readSharedAccount(context);
  const to = await context.once('other account', () => createFundedAccount(context));
  return buildRentBody(from, to);
}

export async function postSampleEntry(context: SampleContext): Promise<string> {
  return createSample(context, 'postJournalEntry', { body: await buildSharedTransfer(context) });
}

const buildAccountPath: Sample = async (context) => ({
  path: { accountId: await readSharedAccount(context) },
});

const createTemplate = (context: SampleContext) =>
  createSample(context, 'createPostingTemplate', { body: buildTemplateBody() });

const buildTemplatePath = async (context: SampleContext) => ({
  path: { templateId: await createTemplate(context) },
});

export const accountSamples = {
  createAccount: () => ({ body: buildAccountBody() }),
  listAccounts: buildListSample(readSharedAccount),
  getAccount: buildAccountPath,
  replaceAccountMetadata: async (context) => ({
    ...(await buildAccountPath(context)),
    body: { metadata: { branch: 'Lisbon 4', relationship_manager: 'Grace Hopper' } },
  }),
  getAccountBalance: buildAccountPath,
  getAccountStatement: async (context) => ({
    path: { accountId: await readSharedAccount(context) },
    query: { limit: '20' },
  }),
  postJournalEntry: async (context) => ({ body: await buildSharedTransfer(context) }),
  previewJournalEntry: async (context) => ({ body: await buildSharedTransfer(context) }),
  postJournalEntries: async (context) => ({
    body: { entries: [await buildSharedTransfer(context), await buildSharedTransfer(context)] },
  }),
  listJournalEntries: buildListSample(readSharedAccount),
  getJournalEntry: async (context) => ({
    path: { journalEntryId: await context.once('journal entry', () => postSampleEntry(context)) },
  }),
  listPostingTemplates: buildListSample(createTemplate),
  createPostingTemplate: () => ({ body: buildTemplateBody() }),
  getPostingTemplate: buildTemplatePath,
  replacePostingTemplate: async (context) => ({
    ...(await buildTemplatePath(context)),
    body: buildTemplateBody({ name: 'Rent of the main branch', version: 1 }),
  }),
  deletePostingTemplate: buildTemplatePath,
} satisfies Partial<Record<OperationName, Sample>>;
