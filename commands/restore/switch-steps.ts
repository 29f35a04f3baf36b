// The steps that follow a restore: the stage takes the restored tables, and what derives from them is rebuilt.
import {
  buildReplacementParameter,
  STORED_TABLES,
} from '../../lib/constructs/storage/stored-tables.ts';
import type { RestoredTable } from './restore-tables.ts';

/** Lists the parameters that put the tables in place, as STACK:NAME=VALUE. */
export function listSwitchParameters(stage: string, restored: readonly RestoredTable[]): string[] {
  return restored.flatMap(({ table, name, streamArn }) => {
    const stack = `countinghouse-${stage}-${STORED_TABLES[table].stack}`;
    const parameter = (part: 'Table' | 'Stream', value: string) =>
      `${stack}:${buildReplacementParameter(table, part)}=${value}`;
    return [
      parameter('Table', name),
      ...(streamArn === undefined ? [] : [parameter('Stream', streamArn)]),
    ];
  });
}

/** Describes what to do after the restore, in order. */
export function describeNextSteps(
  stage: string,
  restored: readonly RestoredTable[],
  at: Date,
): string {
  const flags = listSwitchParameters(stage, restored).map((one) => `  --parameters ${one}`);
  const isLedger = restored.some(({ table }) => table === 'ledger' || table === 'receipts');
  const steps = [
    `Switch the stage, with the file of its last deployment. CloudFormation keeps the parameters.

  npx cdk deploy --all -c stage=${stage} \\
${flags.join(' \\\n')}`,
    ...(isLedger
      ? [
          `Rebuild the projections and the state of the evidence logs, which lists the lost requests.

  npm run projections -- rebuild all --stage ${stage}
  npm run evidence -- rebuild --stage ${stage}
  npm run evidence -- rebuild --stage ${stage} --apply`,
          `Verify the ledger, then let writes in again.

  npm run verify -- --stage ${stage}`,
          `Tell the callers: requests answered after ${at.toISOString()} and before writes were stopped are lost with
their receipts. Each can be repeated with its Idempotency-Key, and is then posted once.`,
        ]
      : []),
    'Keep the replaced tables until the incident is closed: the stack has let go of them and deletes none.',
  ];
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n\n');
}
