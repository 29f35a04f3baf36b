// The step that deletes the stage. Locked files keep their bucket, and it keeps the data stack, until a date.
import { formatError } from '../format-error.ts';
import { buildAws } from './aws-program.ts';
import type { CallAws } from './aws-program.ts';
import { emptyBucket } from './locked-files.ts';
import { LAST_STEP } from './proof.ts';
import type { ProofContext, ProofResult, ProofStep } from './proof.ts';
import { destroyStage } from './stage-programs.ts';

interface StackSummary {
  readonly StackName: string;
  readonly StackStatus: string;
  readonly ParentId?: string;
}

interface StackResource {
  readonly ResourceType: string;
  readonly PhysicalResourceId?: string;
  readonly ResourceStatus: string;
}

/** DynamoDB deletes no table that is still being restored. */
const TRIES = 60;
const TRY_MS = 30_000;

export const destroy: ProofStep = {
  name: LAST_STEP,
  does: 'deletes the stacks, the files of their buckets, and the restored tables, which no stack has',
  checks:
    'nothing is left but the data stack, if its files are locked: then it says until when, and `--from destroy` deletes the rest after that',
  run: async (context) => {
    const aws = buildAws(context);
    let lockedUntil: Date | undefined;
    try {
      lockedUntil = await deleteStacks(context, aws);
    } finally {
      // Also when a stack remains: no stack has these tables.
      await deleteRestoredTables(context, aws);
    }
    return describe(context, lockedUntil);
  },
};

function describe({ stage }: ProofContext, lockedUntil: Date | undefined): ProofResult {
  if (lockedUntil === undefined) {
    return { seen: `nothing of ${stage} is left`, facts: { restoredTables: '', parameters: '' } };
  }
  const until = lockedUntil.toISOString();
  return {
    seen: `only ${buildDataStackName(stage)} is left: its files are locked until ${until}. Run --from ${LAST_STEP} after that`,
    facts: { restoredTables: '', parameters: '', lockedUntil: until },
  };
}

const buildDataStackName = (stage: string) => `countinghouse-${stage}-data`;

// The first attempt leaves the data stack: CloudFormation deletes no bucket that has files, and until the other stacks
// are gone their functions would write new ones.
async function deleteStacks(context: ProofContext, aws: CallAws): Promise<Date | undefined> {
  const dataStack = buildDataStackName(context.stage);
  try {
    await destroyStage(context);
    return undefined;
  } catch (error) {
    const left = await listStacks(context, aws);
    if (left.join() !== dataStack)
      throw new Error(`${left.join(', ') || 'no stack'} is left: ${formatError(error)}`, {
        cause: error,
      });
  }
  const lockedUntil = await emptyBuckets(aws, dataStack);
  if (lockedUntil === undefined) await destroyStage(context);
  return lockedUntil;
}

async function listStacks({ stage }: ProofContext, aws: CallAws): Promise<string[]> {
  const { StackSummaries: all } = await aws<{ StackSummaries: readonly StackSummary[] }>(
    'cloudformation',
    'list-stacks',
  );
  return all
    .filter(({ StackStatus, ParentId }) => StackStatus !== 'DELETE_COMPLETE' && !ParentId)
    .map(({ StackName }) => StackName)
    .filter((name) => name.startsWith(`countinghouse-${stage}-`));
}

async function emptyBuckets(aws: CallAws, stack: string): Promise<Date | undefined> {
  const { StackResourceSummaries: resources } = await aws<{
    StackResourceSummaries: readonly StackResource[];
  }>('cloudformation', 'list-stack-resources', ['--stack-name', stack]);
  const left = resources.filter(
    ({ ResourceType, ResourceStatus }) =>
      ResourceType === 'AWS::S3::Bucket' && ResourceStatus !== 'DELETE_COMPLETE',
  );
  const locks: Date[] = [];
  for (const { PhysicalResourceId: bucket = '' } of left) {
    const lockedUntil = await emptyBucket(aws, bucket);
    if (lockedUntil !== undefined) locks.push(lockedUntil);
  }
  return locks.toSorted((one, other) => other.getTime() - one.getTime())[0];
}

// By the names that the restore gives them, so that a restore that failed halfway leaves none.
async function deleteRestoredTables(context: ProofContext, aws: CallAws): Promise<void> {
  const { TableNames: all } = await aws<{ TableNames: readonly string[] }>(
    'dynamodb',
    'list-tables',
  );
  const restored = new RegExp(`^countinghouse-${context.stage}-[a-z]+-\\d{8}T\\d{6}Z$`);
  for (const table of all.filter((name) => restored.test(name)))
    await deleteTable(context, aws, table);
}

async function deleteTable({ sleep }: ProofContext, aws: CallAws, table: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await aws('dynamodb', 'delete-table', ['--table-name', table]);
      return;
    } catch (error) {
      const isRestoring = formatError(error).includes('ResourceInUseException');
      if (!isRestoring || tries === TRIES) throw error;
      await sleep(TRY_MS);
    }
  }
}
