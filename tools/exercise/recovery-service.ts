// Stands in front of a local engine and adds what only DynamoDB has: point-in-time recovery, backups of deleted
// tables, and tags. As there, a restored table lacks the stream, expiry, recovery, protection and tags of its source.
import { buildJsonAnswer, readBody, startProxy } from '../../local/http/proxy.ts';
import type { ProxiedAnswer, ProxiedRequest, ProxiedService } from '../../local/http/proxy.ts';
import { ServiceError } from '../../local/http/service-error.ts';
import { TableCopier } from './table-copier.ts';
import type { TableCopy } from './table-copier.ts';

export interface RecoveryService {
  readonly endpoint: string;
  /** Keeps the content of the tables: a restore to this second or a later one, until the next, returns it. */
  remember(tables: readonly string[], at: Date): Promise<void>;
  stop(): Promise<void>;
}

interface Backup {
  readonly arn: string;
  readonly table: string;
  readonly deletedAt: Date;
  readonly copy: TableCopy;
}

interface RestoreSummary {
  readonly SourceTableArn: string;
  readonly SourceBackupArn?: string;
  readonly RestoreDateTime: number;
  readonly RestoreInProgress: boolean;
}

type Input = Readonly<Record<string, unknown>>;

const ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table';
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

export async function startRecoveryService(engine: string): Promise<RecoveryService> {
  const tables = new TableCopier(engine);
  const content = new RecoverableContent(tables);
  const proxy = await startProxy(
    () => new URL(engine),
    async (request, service) => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const body = await readBody(request);
      try {
        const input = JSON.parse(body.toString() || '{}') as Input;
        const answer = await content.answer(operation, input);
        if (answer) return buildJsonAnswer(200, answer);
        return await passOn(content, { operation, input }, { ...request, body }, service);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return buildJsonAnswer(400, { __type: error.type, message: error.message });
      }
    },
  );
  return {
    endpoint: proxy.endpoint,
    remember: (names, at) => content.remember(names, at),
    stop: async () => {
      await proxy.stop();
      tables.close();
    },
  };
}

// A restore takes a while: the description of its table lacks it at first, and then says that the restore continues.
async function passOn(
  content: RecoverableContent,
  { operation, input }: { readonly operation: string; readonly input: Input },
  request: ProxiedRequest,
  service: ProxiedService,
): Promise<ProxiedAnswer> {
  if (operation !== 'DescribeTable') return await service.pass(request);
  content.refuseFirstDescription(String(input['TableName']));
  const answer = await service.carryOut(request);
  const { Table: table } = JSON.parse(answer.body.toString()) as { Table?: { TableName: string } };
  const summary = table && content.describeRestore(table.TableName);
  return table && summary
    ? buildJsonAnswer(200, { Table: { ...table, RestoreSummary: summary } })
    : answer;
}

class RecoverableContent {
  readonly #tables: TableCopier;
  readonly #instants = new Map<string, { readonly at: number; readonly copy: TableCopy }[]>();
  readonly #backups: Backup[] = [];
  readonly #restores = new Map<string, RestoreSummary>();
  /** The second from which a table can be restored, if recovery is on. */
  readonly #recoverableSince = new Map<string, number>();
  readonly #tags = new Map<string, unknown[]>();
  /** Restored tables that no one has asked for yet. */
  readonly #undescribed = new Set<string>();

  constructor(tables: TableCopier) {
    this.#tables = tables;
  }

  async remember(names: readonly string[], at: Date): Promise<void> {
    for (const name of names) {
      const known = this.#instants.get(name) ?? [];
      if (!this.#recoverableSince.has(name)) this.#recoverableSince.set(name, toSeconds(at));
      this.#instants.set(name, [
        ...known,
        { at: toSeconds(at), copy: await this.#tables.copy(name) },
      ]);
    }
  }

  refuseFirstDescription(name: string): void {
    if (!this.#undescribed.delete(name)) return;
    throw new ServiceError('ResourceNotFoundException', `Table: ${name} not found`);
  }

  describeRestore(name: string): RestoreSummary | undefined {
    const summary = this.#restores.get(name);
    if (summary) this.#restores.set(name, { ...summary, RestoreInProgress: false });
    return summary;
  }

  /** Undefined for what the engine answers. */
  async answer(operation: string, input: Input): Promise<object | undefined> {
    const name = String(input['TableName'] ?? input['TargetTableName']);
    const arn = String(input['ResourceArn']);
    switch (operation) {
      case 'DeleteTable':
        await this.#backUp(name);
        return undefined;
      case 'DescribeContinuousBackups':
        return await this.#describeBackups(name);
      case 'UpdateContinuousBackups':
        if (!this.#recoverableSince.has(name))
          this.#recoverableSince.set(name, toSeconds(new Date()));
        return await this.#describeBackups(name);
      case 'RestoreTableToPointInTime':
        return await this.#restoreInstant(name, input);
      case 'RestoreTableFromBackup':
        return await this.#restoreBackup(name, String(input['BackupArn']));
      case 'ListBackups':
        return { BackupSummaries: this.#listBackups(name) };
      case 'TagResource':
        this.#tags.set(arn, [...(this.#tags.get(arn) ?? []), ...(input['Tags'] as unknown[])]);
        return {};
      case 'ListTagsOfResource':
        return { Tags: this.#tags.get(arn) ?? [] };
      default:
        return undefined;
    }
  }

  async #backUp(table: string): Promise<void> {
    const copy = await this.#tables.copy(table);
    const arn = `${ARN}/${table}/backup/${this.#backups.length}`;
    this.#backups.push({ arn, table, deletedAt: new Date(), copy });
    this.#recoverableSince.delete(table);
  }

  #listBackups(table: string): object[] {
    return this.#backups
      .filter((backup) => backup.table === table)
      .map(({ arn, deletedAt }) => ({
        BackupArn: arn,
        TableName: table,
        BackupCreationDateTime: deletedAt.getTime() / 1_000,
      }));
  }

  async #describeBackups(name: string): Promise<object> {
    const exists = await this.#tables.has(name);
    if (!exists) throw new ServiceError('TableNotFoundException', `There is no table ${name}.`);
    const since = this.#recoverableSince.get(name);
    return {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: since === undefined ? 'DISABLED' : 'ENABLED',
          ...(since !== undefined && {
            EarliestRestorableDateTime: since,
            LatestRestorableDateTime: toSeconds(new Date()),
          }),
        },
      },
    };
  }

  async #restoreInstant(target: string, input: Input): Promise<object> {
    const source = String(input['SourceTableName']);
    const at = Number(input['RestoreDateTime']);
    const copy = this.#instants.get(source)?.findLast((one) => one.at <= at)?.copy;
    if (!copy) throw new ServiceError('InvalidRestoreTimeException', 'There is nothing so early.');
    return await this.#create(target, copy, {
      SourceTableArn: `${ARN}/${source}`,
      RestoreDateTime: at,
      RestoreInProgress: true,
    });
  }

  async #restoreBackup(target: string, arn: string): Promise<object> {
    const backup = this.#backups.find((one) => one.arn === arn);
    if (!backup) throw new ServiceError('BackupNotFoundException', `There is no backup ${arn}.`);
    return await this.#create(target, backup.copy, {
      SourceTableArn: `${ARN}/${backup.table}`,
      SourceBackupArn: arn,
      RestoreDateTime: toSeconds(backup.deletedAt),
      RestoreInProgress: true,
    });
  }

  async #create(target: string, copy: TableCopy, summary: RestoreSummary): Promise<object> {
    const { StreamSpecification: _, ...shape } = copy.shape;
    await this.#tables.restore(target, { ...copy, shape });
    this.#restores.set(target, summary);
    this.#undescribed.add(target);
    return { TableDescription: { TableName: target, TableStatus: 'CREATING' } };
  }
}
