// How the roles of functions may use the key of the stage.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

interface KeyStatement {
  readonly Action: string | readonly string[];
  readonly Condition?: { readonly StringEquals?: Readonly<Record<string, unknown>> };
}

/** The statements about keys of all roles that functions, state machines and schedules have. */
function listKeyStatements(): { role: string; actions: readonly string[]; via: string }[] {
  return templates.ofType('AWS::IAM::Role').flatMap(({ Properties }) => {
    const role = JSON.stringify(Properties.AssumeRolePolicyDocument.Statement);
    const policies = (Properties.Policies ?? []) as {
      PolicyDocument: { Statement: KeyStatement[] };
    }[];
    return policies
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .map(({ Action, Condition }) => ({
        role,
        actions: [Action].flat(),
        via: JSON.stringify(Condition?.StringEquals?.['kms:ViaService']) ?? '',
      }))
      .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')));
  });
}

const SIGNING = ['kms:GetPublicKey', 'kms:Sign'];

test('functions use the key only through the service that has the data, but for those that sign', () => {
  const statements = listKeyStatements();
  const direct = statements.filter(({ via }) => via === '');

  expect(statements.length).toBeGreaterThan(100);
  expect(direct.map(({ actions }) => actions)).toEqual([SIGNING, SIGNING]);
  for (const { via } of statements.filter((one) => !direct.includes(one))) {
    expect(via).toMatch(
      /"(dynamodb|s3|secretsmanager|sqs)\.",\{"Ref":"AWS::Region"\},"\.amazonaws\.com"/,
    );
  }
});
