// The stages that a user works with and the sign-ins there, in a file that only the user can read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TokenSet } from '../../client/client.ts';
import { buildUserFolder } from '../last-stack.ts';

/** The addresses of a stage, and the client by which people sign in there. */
export interface StageProfile {
  readonly base_url: string;
  readonly workbench_url: string;
  readonly auth_url: string;
  readonly client_id: string;
  readonly redirect_uri: string;
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
  const profile = profiles[name];
  if (profile !== undefined) return profile;
  const known = Object.keys(profiles);
  const others = known.length === 0 ? 'There are none yet' : `There are: ${known.join(', ')}`;
  throw new Error(
    `There is no profile ${name}. ${others}. \`countinghouse login --profile ${name}\` with the ` +
      'addresses of the stage makes one.',
  );
}

export function writeProfile(name: string, profile: StageProfile): void {
  const file = readUserFile();
  writeUserFile({ ...file, profiles: { ...file.profiles, [name]: profile } });
}

export function readSignIn(authUrl: string): StoredSignIn | undefined {
  return readUserFile().signIns[authUrl];
}

/** Stores the sign-in, or forgets it. */
export function writeSignIn(authUrl: string, signIn: StoredSignIn | undefined): void {
  const file = readUserFile();
  const { [authUrl]: _, ...others } = file.signIns;
  const signIns = signIn === undefined ? others : { ...others, [authUrl]: signIn };
  writeUserFile({ ...file, signIns });
}

function buildFileName(): string {
  return join(buildUserFolder(), 'profiles.json');
}

function readUserFile(): UserFile {
  const file = buildFileName();
  if (!existsSync(file)) return { profiles: {}, signIns: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as UserFile;
}

function writeUserFile(content: UserFile): void {
  const file = buildFileName();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
