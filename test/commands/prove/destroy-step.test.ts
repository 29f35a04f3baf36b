// Deleting the throwaway stage, against programs that answer as the CDK, CloudFormation, S3 and DynamoDB do.
import { expect, test } from '@jest/globals';
import { destroy } from '../../../commands/prove/destroy-step.ts';
import { buildProofContext } from '../../support/prove/proof-context.ts';

interface LockableFile {
  readonly Key: string;
  readonly VersionId: string;
  readonly lockedUntil?: string;
}

const DATA = 'countinghouse-prove-data';
const RESTORED = 'countinghouse-prove-ledger-20260101T000000Z';
const LIVE = [`${DATA}-Ledger0815`, 'countinghouse-other-ledger-20260101T000000Z'];

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function parseFlag(line: string, flag: string): string {
  return new RegExp(`--${flag} (\\S+)`).exec(line)?.[1] ?? '';
}

interface ThrowawayStage {
  stacks: string[];
  readonly buckets: Record<string, LockableFile[]>;
  tables: string[];
  /** How many attempts to delete a table come too early. */
  restoring?: number;
  refusal?: string;
}

function destroyOn(stage: ThrowawayStage) {
  const answers: readonly [string, (line: string) => object | string][] = [
    ['cdk destroy', () => deleteStacks(stage)],
    [
      'list-stacks',
      () => ({
        StackSummaries: [
          { StackName: 'countinghouse-prove-batches', StackStatus: 'DELETE_COMPLETE' },
          { StackName: 'countinghouse-other-data', StackStatus: 'CREATE_COMPLETE' },
          ...stage.stacks.map((StackName) => ({ StackName, StackStatus: 'DELETE_FAILED' })),
        ],
      }),
    ],
    [
      'list-stack-resources',
      () => ({
        StackResourceSummaries: [
          ...Object.keys(stage.buckets).map((PhysicalResourceId) => {
            const ResourceType = 'AWS::S3::Bucket';
            return { ResourceType, PhysicalResourceId, ResourceStatus: 'DELETE_FAILED' };
          }),
          { ResourceType: 'AWS::S3::Bucket', ResourceStatus: 'DELETE_COMPLETE' },
          { ResourceType: 'AWS::KMS::Key', ResourceStatus: 'CREATE_COMPLETE' },
        ],
      }),
    ],
    [
      'list-object-versions',
      (line) => ({ Versions: stage.buckets[parseFlag(line, 'bucket')], DeleteMarkers: [] }),
    ],
    ['delete-objects', (line) => deleteFiles(stage, line)],
    [
      'get-object-retention',
      (line) => {
        const all = Object.values(stage.buckets).flat();
        const file = all.find(({ VersionId }) => VersionId === parseFlag(line, 'version-id'));
        return { Retention: { Mode: 'COMPLIANCE', RetainUntilDate: file?.lockedUntil } };
      },
    ],
    ['list-tables', () => ({ TableNames: [...LIVE, ...stage.tables] })],
    ['delete-table', (line) => deleteTable(stage, parseFlag(line, 'table-name'))],
  ];
  const context = buildProofContext((line) => {
    const answer = answers.find(([call]) => line.includes(call))?.[1](line);
    if (answer === undefined) throw new Error(`unexpected: ${line}`);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  });
  return { result: destroy.run(context), lines: context.lines };
}

function deleteStacks(stage: ThrowawayStage): string {
  const isEmpty = Object.values(stage.buckets).every((files) => files.length === 0);
  stage.stacks = stage.stacks.filter((name) => (name === DATA ? !isEmpty : name.endsWith('stuck')));
  if (stage.stacks.length > 0) throw new Error('npx cdk destroy … ended with 1: DELETE_FAILED');
  return '';
}

function deleteFiles(stage: ThrowawayStage, line: string): object {
  const bucket = parseFlag(line, 'bucket');
  const { Objects } = JSON.parse(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)) as {
    Objects: LockableFile[];
  };
  const files = stage.buckets[bucket] ?? [];
  const isKept = ({ lockedUntil }: LockableFile) =>
    stage.refusal !== undefined || (lockedUntil !== undefined && lockedUntil > inHours(0));
  const named = files.filter((file) =>
    Objects.some(({ VersionId }) => VersionId === file.VersionId),
  );
  stage.buckets[bucket] = files.filter((file) => !named.includes(file) || isKept(file));
  const Errors = named.filter(isKept).map(({ Key, VersionId }) => {
    return { Key, VersionId, Code: 'AccessDenied', Message: stage.refusal ?? 'object lock' };
  });
  return Errors.length > 0 ? { Errors } : {};
}

function deleteTable(stage: ThrowawayStage, name: string): string {
  const left = stage.restoring ?? 0;
  stage.restoring = left - 1;
  if (left > 0) throw new Error('aws ended with 254: ResourceInUseException: it is being created');
  stage.tables = stage.tables.filter((one) => one !== name);
  return '';
}

function countFiles(count: number, lockedUntil?: string): LockableFile[] {
  return Array.from({ length: count }, (_, index) => {
    const Key = `tile/${index}`;
    return { Key, VersionId: `v${index}`, ...(lockedUntil && { lockedUntil }) };
  });
}

test('what is not locked is deleted with the stacks', async () => {
  const stage: ThrowawayStage = {
    stacks: ['countinghouse-prove-batches', DATA],
    buckets: { artifacts: countFiles(600), evidence: countFiles(1, inHours(-1)) },
    tables: [RESTORED],
  };
  const { result, lines } = destroyOn(stage);

  expect((await result).seen).toBe('nothing of prove is left');
  expect(stage).toMatchObject({ stacks: [], buckets: { artifacts: [] }, tables: [] });
  expect(lines.filter((line) => line.includes('cdk destroy'))).toEqual([
    'npx cdk destroy --all --force -c stage=prove',
    'npx cdk destroy --all --force -c stage=prove',
  ]);
  expect(lines.filter((line) => line.includes('delete-table'))).toHaveLength(1);
});

test('locked files keep the data stack, until the last lock ends', async () => {
  const last = inHours(72);
  const stage: ThrowawayStage = {
    stacks: ['countinghouse-prove-batches', DATA],
    buckets: {
      artifacts: countFiles(2),
      evidence: [...countFiles(2, inHours(1)), { Key: 'last', VersionId: 'w', lockedUntil: last }],
    },
    tables: [],
  };
  const { result } = destroyOn(stage);

  expect(await result).toMatchObject({
    seen: `only ${DATA} is left: its files are locked until ${last}. Run --from destroy after that`,
    facts: { lockedUntil: last },
  });
  expect(stage.buckets['artifacts']).toEqual([]);
  expect(stage.buckets['evidence']).toHaveLength(3);
});

test('any other stack that is left fails the step, and the restored tables are deleted all the same', async () => {
  const stage: ThrowawayStage = {
    stacks: ['countinghouse-prove-stuck', DATA],
    buckets: { evidence: countFiles(1) },
    tables: [RESTORED],
    restoring: 2,
  };

  await expect(destroyOn(stage).result).rejects.toThrow(
    /countinghouse-prove-stuck, countinghouse-prove-data is left: .*DELETE_FAILED/,
  );
  expect(stage.tables).toEqual([]);
  expect(stage.buckets['evidence']).toHaveLength(1);
});

test('a file that is kept without a lock fails the step with its name', async () => {
  const stage: ThrowawayStage = {
    stacks: [DATA],
    buckets: { evidence: countFiles(1, inHours(-1)) },
    tables: [],
    refusal: 'no permission',
  };

  await expect(destroyOn(stage).result).rejects.toThrow(
    'evidence/tile/0 was not deleted: AccessDenied: no permission',
  );
});
