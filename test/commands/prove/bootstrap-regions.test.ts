// In which regions a deployer may take the roles of the bootstrap: those that the stage deploys stacks to.
import { afterAll, expect, test } from '@jest/globals';
import { openTypedCommands } from '../../support/commands/typed-command.ts';

const ACCOUNT = '123456789012';
const { run, remove } = openTypedCommands();
afterAll(() => remove());

async function readBootstrapRoles(stage: string, region: string): Promise<string[]> {
  const flags = ['--stage', stage, '--account', ACCOUNT, '--region', region];
  const { out } = await run('prove', 'policy', ...flags);
  const { Statement } = JSON.parse(out) as {
    Statement: { readonly Action: readonly string[]; readonly Resource: string[] }[];
  };
  return Statement.find(({ Action }) => Action.includes('sts:AssumeRole'))?.Resource ?? [];
}

const buildRole = (region: string) => `arn:aws:iam::${ACCOUNT}:role/cdk-*-${ACCOUNT}-${region}`;

test.each([
  ['whose console has a certificate in us-east-1', 'example', ['eu-central-1', 'us-east-1']],
  ['without one', 'prove', ['eu-central-1']],
  ['whose settings are in another application', 'retail', ['eu-central-1', 'us-east-1']],
])('of a stage %s', async (_, stage, regions) => {
  expect(await readBootstrapRoles(stage, 'eu-central-1')).toEqual(regions.map(buildRole));
});

test('of a stage in us-east-1 there is one', async () => {
  expect(await readBootstrapRoles('example', 'us-east-1')).toEqual([buildRole('us-east-1')]);
});
