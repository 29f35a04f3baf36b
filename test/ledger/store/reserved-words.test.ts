// DynamoDB refuses an expression that names an attribute by one of its reserved words, but only when it is sent: a
// branch that no test reaches would fail for the first time on AWS. So the names of all expressions are tried.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listFiles, readText } from '../../support/conventions/source-files.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { openDirectClient } from '../../support/stack/tables.ts';

const LITERAL = /'[^'\n]*'|`[^`]*`/g;
/** What only expressions have: a placeholder of a value after an operator, or a function of DynamoDB. */
const EXPRESSION = /[=<>(,-] ?:\w|\bBETWEEN :|attribute_(?:not_)?exists\(|\b(?:REMOVE|ADD|SET) \w+/;
const OTHER_WORDS =
  /\$\{[^}]*\}|[#:]\w+|\b(?:AND|OR|NOT|BETWEEN|IN|SET|REMOVE|ADD|DELETE)\b|\b\w+(?=\()/g;

const client = openDirectClient();
let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  client.destroy();
  await ledger.stop();
});

function listNames(): string[] {
  const texts = listFiles('{functions,commands,local,tools}/**/*.ts').map(readText);
  const expressions = texts
    .flatMap((text) => text.match(LITERAL) ?? [])
    .filter((literal) => EXPRESSION.test(literal));
  const names = expressions.flatMap(
    (literal) => literal.replaceAll(OTHER_WORDS, ' ').match(/[A-Za-z_]\w*/g) ?? [],
  );
  return [...new Set(names)].toSorted();
}

async function isReserved(name: string): Promise<boolean> {
  const Key = { PK: 'none', SK: 'none' };
  const command = new GetCommand({
    TableName: ledger.tables.ledger,
    Key,
    ProjectionExpression: name,
  });
  const refusal = await client.send(command).then(
    () => '',
    (error: unknown) => String(error),
  );
  if (refusal !== '' && !refusal.includes('reserved')) throw new Error(`${name}: ${refusal}`);
  return refusal !== '';
}

test('no expression names an attribute by a reserved word', async () => {
  const names = listNames();
  const reserved: string[] = [];
  for (const name of names) if (await isReserved(name)) reserved.push(name);

  expect(await isReserved('segment')).toBe(true);
  expect(names).toEqual(expect.arrayContaining(['PK', 'revision', 'requested_by', 'change_id']));
  expect(reserved).toEqual([]);
});
