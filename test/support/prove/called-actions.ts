// The IAM actions of the calls that a command can make.
import { dirname, join } from 'node:path';
import { readText } from '../conventions/source-files.ts';

const SERVICES: Readonly<Record<string, string>> = {
  'client-dynamodb': 'dynamodb',
  'client-dynamodb-streams': 'dynamodb',
  'lib-dynamodb': 'dynamodb',
  'client-ssm': 'ssm',
  'client-secrets-manager': 'secretsmanager',
  'client-sts': 'sts',
  'client-sqs': 'sqs',
  'client-sfn': 'states',
  'client-scheduler': 'scheduler',
  'client-s3': 's3',
  'client-eventbridge': 'events',
};

/** Where the action has another name than the call. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:TransactWrite': ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  's3:HeadObject': ['GetObject'],
  's3:ListBuckets': ['ListAllMyBuckets'],
  's3:ListObjectsV2': ['ListBucket'],
};
const ITEM_CALLS = /^(Get|Put|Update|Delete|BatchGet|BatchWrite)$/;

function listActions(specifier: string, call: string): string[] {
  const service = SERVICES[specifier.replace('@aws-sdk/', '')];
  if (service === undefined) throw new Error(`Which service is ${specifier}?`);
  const name = ITEM_CALLS.test(call) && specifier.includes('lib-') ? `${call}Item` : call;
  return (ACTIONS[`${service}:${call}`] ?? [name]).map((action) => `${service}:${action}`);
}

/** The actions of the calls that the file and what it imports can make. */
export function collectActions(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readText(file).matchAll(/^import (type )?([^;]*?) from '([^']+)';/gm);
  return [...imports].flatMap(([, isType, names = '', specifier = '']) => {
    if (isType !== undefined) return [];
    if (specifier.startsWith('.')) return collectActions(join(dirname(file), specifier), seen);
    if (!specifier.startsWith('@aws-sdk/')) return [];
    const calls = [...names.matchAll(/\b(?:(\w+)Command|paginate(\w+))\b/g)];
    return calls.flatMap(([, call, listed]) => listActions(specifier, call ?? listed ?? ''));
  });
}
