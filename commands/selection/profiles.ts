// The stages that a user works with and the sign-ins there, in a file that only the user can read.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenSet } from '../../client/client.ts';
import { formatError } from '../format-error.ts';
import { buildUserFolder } from '../last-stack.ts';
import { withLock } from './user-file-lock.ts';

/** The addresses of a stage, and the client by which people sign in there. */
export interface StageProfile {
  readonly base_url: string;
  readonly workbench_url: string;
  readonly auth_url: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  /** Its name on AWS, for the commands that use its tables with the caller's own credentials. */
  readonly stage?: string;
}

/** A sign-in, which the commands use until it ends. */
export interface StoredSignIn {
  readonly name: string;
  readonly clientId: string;
  readonly tokenEndpoint: string;
  readonly tokens: TokenSet;
}

interface UserFile {
  readonly profiles: Readonly<Record<string, StageProfile>>;
  /** By `auth_url`. */
  readonly signIns: Readonly<Record<string, StoredSignIn>>;
}

export function readProfile(name: string): StageProfile {
  const { profiles } = readUserFile();
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const known = Object.keys(profiles);
  const others = known.length === 0 ? 'There are none yet' : `There are: ${known.join(', ')}`;
  throw new Error(
    `There is no profile ${name}. ${others}. \`countinghouse login --profile ${name}\` with the ` +
      'addresses of the stage makes one.',
  );
}

export async function writeProfile(name: string, profile: StageProfile): Promise<void> {
  await changeUserFile((file) => ({ ...file, profiles: { ...file.profiles, [name]: profile } }));
}

export function readSignIn(authUrl: string): StoredSignIn | undefined {
  return readUserFile().signIns[authUrl];
}

/** Stores the sign-in, or forgets it. */
export async function writeSignIn(
  authUrl: string,
  signIn: StoredSignIn | undefined,
): Promise<void> {
  await changeUserFile((file) => replaceSignIn(file, authUrl, signIn));
}

/**
 * Stores the tokens that `renew` makes of the stored ones and returns them, or undefined if the sign-in has ended. One
 * command at a time does this, since a refresh token is good for one use and a second one ends the sign-in.
 */
export async function renewSignIn(
  authUrl: string,
  renew: (stored: StoredSignIn) => Promise<TokenSet>,
): Promise<TokenSet | undefined> {
  return withLock(buildLockName(), async () => {
    const file = readUserFile();
    const stored = file.signIns[authUrl];
    if (stored === undefined) return undefined;
    const tokens = await renew(stored);
    if (tokens !== stored.tokens) {
      writeUserFile(replaceSignIn(file, authUrl, { ...stored, tokens }));
    }
    return tokens;
  });
}

function changeUserFile(change: (file: UserFile) => UserFile): Promise<void> {
  return withLock(buildLockName(), () => writeUserFile(change(readUserFile())));
}

function replaceSignIn(
  file: UserFile,
  authUrl: string,
  signIn: StoredSignIn | undefined,
): UserFile {
  const { [authUrl]: _, ...others } = file.signIns;
  return { ...file, signIns: signIn === undefined ? others : { ...others, [authUrl]: signIn } };
}

function buildFileName(): string {
  return join(buildUserFolder(), 'profiles.json');
}

function buildLockName(): string {
  return join(buildUserFolder(), 'profiles.lock');
}

function readUserFile(): UserFile {
  const file = buildFileName();
  if (!existsSync(file)) return { profiles: {}, signIns: {} };
  const { profiles, signIns } = parseUserFile(file, readFileSync(file, 'utf8')) ?? {};
  if (isTable(profiles) && isTable(signIns)) return { profiles, signIns };
  throw buildDamagedError(file, 'it has no profiles or no sign-ins');
}

function parseUserFile(file: string, content: string): Partial<UserFile> | null {
  try {
    return JSON.parse(content) as Partial<UserFile> | null;
  } catch (error) {
    throw buildDamagedError(file, formatError(error));
  }
}

function isTable<Table extends object>(member: Table | undefined): member is Table {
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}

// It was written whole: something else has changed it.
function buildDamagedError(file: string, fault: string): Error {
  return new Error(
    `${file} is damaged: ${fault}. Correct it, or move it away: then give each stage again with ` +
      '`countinghouse login`.',
  );
}

// Under the lock, which has made the folder.
function writeUserFile(content: UserFile): void {
  const file = buildFileName();
  const draft = `${file}.${process.pid}`;
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
