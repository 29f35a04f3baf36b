// The programs that change a stage: the CDK, and the commands of this checkout.
import type { ProofContext } from './proof.ts';

type Programs = Pick<ProofContext, 'runProgram' | 'stage'>;

const listContext = (stage: string) => ['-c', `stage=${stage}`];

/** Deploys all stacks from this checkout or another. CloudFormation keeps the parameters. */
export async function deployStage(
  { runProgram, stage }: Programs,
  { folder, parameters = [] }: { folder?: string; parameters?: readonly string[] } = {},
): Promise<void> {
  const given = parameters.flatMap((one) => ['--parameters', one]);
  const words = ['cdk', 'deploy', '--all', '--require-approval', 'never', ...listContext(stage)];
  await runProgram('npx', [...words, ...given], folder === undefined ? {} : { folder });
}

export async function destroyStage({ runProgram, stage }: Programs): Promise<void> {
  await runProgram('npx', ['cdk', 'destroy', '--all', '--force', ...listContext(stage)]);
}

/** Runs a command of this project on the stage, and returns what it printed. */
export function runOnStage(
  { runProgram, stage }: Programs,
  command: string,
  ...words: readonly string[]
): Promise<string> {
  return runProgram('npm', ['run', '--silent', command, '--', ...words, '--stage', stage]);
}
