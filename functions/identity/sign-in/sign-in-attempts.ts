// Throttles attempts with passwords and second factors. An attempt is counted before it is checked, so that a hundred
// simultaneous guesses are a hundred attempts. It is counted by name whether or not the account exists,
// so that the answer reveals nothing. Each change of a counter has an id of its own: the SDK repeats a
// call without an answer, and by the id the change is made once.
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { formatUsername, parseUsername } from '../operators.ts';
import { identityKeys, readItem } from '../storage/identity-table.ts';
import type { IdentityTable, IdentityItem } from '../storage/identity-table.ts';

interface ThrottleLimit {
  /** Failures without a delay. */
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly longestDelaySeconds: number;
  /** After this time without a failure the count is cleared. */
  readonly memorySeconds: number;
  /** In this time one failure is forgotten, also while there are others. */
  readonly forgetSeconds: number;
}

const DAY_SECONDS = 86_400;
const ONE_ACCOUNT = {
  free: 5,
  firstDelaySeconds: 2,
  longestDelaySeconds: 900,
  memorySeconds: DAY_SECONDS,
  forgetSeconds: DAY_SECONDS,
};

export const LIMITS = {
  account: ONE_ACCOUNT,
  // Counted apart from the passwords, because a right password clears their count.
  factor: ONE_ACCOUNT,
  // Many operators of a bank share one address. It bears fifty failures an hour, hour after hour.
  address: {
    free: 50,
    firstDelaySeconds: 2,
    longestDelaySeconds: 900,
    memorySeconds: 3_600,
    forgetSeconds: 72,
  },
} as const satisfies Record<string, ThrottleLimit>;

type AttemptKind = keyof typeof LIMITS;

export interface SignInAttempt {
  /** Seconds until the next attempt may be made; 0 when this one may. */
  readonly waitSeconds: number;
  /** Called when the password or the second factor was right. */
  readonly succeeded: () => Promise<void>;
}

const RACE_ATTEMPTS = 10;

export function startSignInAttempt(
  table: IdentityTable,
  username: string,
  address: string,
): Promise<SignInAttempt> {
  return startAttempt(table, 'account', toAccountName(username), address);
}

/** Names one account: ids of tenants may differ in the case of letters alone. */
function toAccountName(username: string): string {
  const parts = parseUsername(username);
  return parts === undefined ? username.trim().toLowerCase() : formatUsername(parts);
}

/** Starts an attempt with a second factor of the operator. */
export function startFactorAttempt(
  table: IdentityTable,
  operatorId: string,
  address: string,
): Promise<SignInAttempt> {
  return startAttempt(table, 'factor', operatorId, address);
}

async function startAttempt(
  table: IdentityTable,
  kind: AttemptKind,
  name: string,
  address: string,
): Promise<SignInAttempt> {
  const byAddress = await countAttempt(table, 'address', toNetwork(address));
  if (byAddress > 0) return { waitSeconds: byAddress, succeeded: async () => undefined };
  const waitSeconds = await countAttempt(table, kind, name);
  const succeeded = async () => {
    await deleteCounter(table, kind, name);
    await decrementCounter(table, toNetwork(address));
  };
  return { waitSeconds, succeeded };
}

/** Computes the delay after that many failures in a row. */
export function computeDelaySeconds(limit: ThrottleLimit, failures: number): number {
  const beyond = failures - limit.free;
  if (beyond < 0) return 0;
  return Math.min(limit.firstDelaySeconds * 2 ** beyond, limit.longestDelaySeconds);
}

// Counts one attempt and returns 0, or counts nothing and returns the seconds to wait.
async function countAttempt(
  table: IdentityTable,
  kind: AttemptKind,
  name: string,
): Promise<number> {
  const key = identityKeys.attempts(kind, name);
  for (let race = 0; race < RACE_ATTEMPTS; race += 1) {
    const now = Date.now() / 1000;
    const item = await readItem(table, key);
    const remembered = readRemembered(LIMITS[kind], item, now);
    const wait = item === undefined || remembered.failures === 0 ? 0 : Number(item.open_at) - now;
    if (wait > 0) return Math.ceil(wait);
    const failures = remembered.failures + 1;
    const record = {
      ...key,
      failures,
      since: remembered.since,
      ...computeOpenTime(LIMITS[kind], failures, now),
      change_id: randomUUID(),
    };
    if (await replaceCounter(table, record, item)) return 0;
  }
  return 1;
}

interface RememberedFailures {
  readonly failures: number;
  /** From when the time counts in which the next one is forgotten. */
  readonly since: number;
}

function readRemembered(
  { memorySeconds, forgetSeconds }: ThrottleLimit,
  item: IdentityItem | undefined,
  now: number,
): RememberedFailures {
  if (item === undefined || Number(item.ttl) <= now) return { failures: 0, since: Math.floor(now) };
  // Earlier versions stored no such time: the last failure is the latest that it can be.
  const since = Number(item.since ?? Number(item.ttl) - memorySeconds);
  const forgotten = Math.max(0, Math.floor((now - since) / forgetSeconds));
  const failures = Number(item.failures) - forgotten;
  if (failures <= 0) return { failures: 0, since: Math.floor(now) };
  return { failures, since: since + forgotten * forgetSeconds };
}

function computeOpenTime(limit: ThrottleLimit, failures: number, now: number) {
  const delay = computeDelaySeconds(limit, failures);
  return {
    // Without a delay the next attempt may come from a machine whose clock is behind.
    open_at: delay === 0 ? 0 : now + delay,
    ttl: Math.ceil(now + limit.memorySeconds),
  };
}

// False when another attempt was counted since the item was read.
async function replaceCounter(
  table: IdentityTable,
  record: IdentityItem,
  seen: IdentityItem | undefined,
): Promise<boolean> {
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: record,
        ...buildCounterCondition(seen),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.change_id?.S === record.change_id;
  }
}

// The number alone would not do: it may be the same again after some were forgotten.
function buildCounterCondition(seen: IdentityItem | undefined) {
  if (seen === undefined) return { ConditionExpression: 'attribute_not_exists(PK)' };
  const isSameTime = seen.since === undefined ? 'attribute_not_exists(since)' : 'since = :since';
  return {
    ConditionExpression: `failures = :seen AND ${isSameTime}`,
    ExpressionAttributeValues: {
      ':seen': seen.failures,
      ...(seen.since !== undefined && { ':since': seen.since }),
    },
  };
}

async function deleteCounter(table: IdentityTable, kind: AttemptKind, name: string): Promise<void> {
  const Key = identityKeys.attempts(kind, name);
  await table.documents.send(new DeleteCommand({ TableName: table.name, Key }));
}

// Clears this attempt only: the owner of one account must not be able to clear the whole address.
async function decrementCounter(table: IdentityTable, address: string): Promise<void> {
  await table.documents
    .send(
      new UpdateCommand({
        TableName: table.name,
        Key: identityKeys.attempts('address', address),
        UpdateExpression: 'SET failures = failures - :one, open_at = :now, change_id = :change',
        ConditionExpression:
          'failures > :one AND (attribute_not_exists(change_id) OR change_id <> :change)',
        ExpressionAttributeValues: { ':one': 1, ':now': 0, ':change': randomUUID() },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
}

const IPV4_IN_IPV6 = '0:0:0:0:0:65535';

// A customer of IPv6 has at least a /64 to choose addresses from. All of IPv4 is in one /64 of it: each is one by itself.
function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = listGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  return groups.slice(0, 6).join(':') === IPV4_IN_IPV6
    ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
    : groups.slice(0, 4).join(':');
}

/** The eight numbers of an address of IPv6, of which a run of zeros may be left out and the last two written as IPv4. */
function listGroups(address: string): number[] {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, ...bytes: string[]) => {
    const [one = 0, two = 0, three = 0, four = 0] = bytes.slice(0, 4).map(Number);
    return [one * 256 + two, three * 256 + four].map((group) => group.toString(16)).join(':');
  });
  const [head = '', tail = ''] = inHex.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
