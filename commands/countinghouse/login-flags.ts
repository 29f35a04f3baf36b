// Which flags of `login` go together: one that would be ignored is refused, before anything is stored.
import { UsageError } from '../command-definition.ts';
import type { StageProfile } from '../selection/profiles.ts';
import { refuseTwoLedgers } from '../selection/select-stage.ts';
import type { SelectionFlags } from './connection.ts';

export interface LoginFlags extends SelectionFlags {
  readonly baseUrl?: string;
  readonly workbenchUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly service?: string;
  readonly stage?: string;
}

const STORED_FLAGS = {
  baseUrl: '--base-url',
  workbenchUrl: '--workbench-url',
  authUrl: '--auth-url',
  clientId: '--client-id',
  redirectUri: '--redirect-uri',
} as const;

type StoredFlag = keyof typeof STORED_FLAGS;

/** Throws UsageError for flags that do not go together. */
export function refuseForeignFlags(username: string | undefined, flags: LoginFlags): void {
  refuseTwoLedgers({ profile: flags.profile, data: flags.data, stack: flags.stack });
  if (flags.as !== undefined) {
    throw new UsageError(`login takes the username by itself: countinghouse login ${flags.as}`);
  }
  if (username !== undefined && flags.service !== undefined) {
    throw new UsageError('Give a username or --service, not both.');
  }
  if (flags.stage !== undefined && flags.profile === undefined) {
    throw new UsageError('--stage is stored in a profile: give --profile too.');
  }
  const names = Object.keys(STORED_FLAGS) as StoredFlag[];
  const given = names.find((name) => flags[name] !== undefined);
  if (given === undefined || (flags.profile !== undefined && flags.baseUrl !== undefined)) return;
  const missing = flags.profile === undefined ? '--profile' : '--base-url';
  throw new UsageError(`${STORED_FLAGS[given]} is stored in a profile: give ${missing} too.`);
}

/** The profile that comes with its addresses; undefined without --base-url. */
export function buildGivenProfile(flags: LoginFlags): StageProfile | undefined {
  if (flags.baseUrl === undefined) return undefined;
  const isService = flags.service !== undefined;
  return {
    base_url: requireAddress(flags, 'baseUrl'),
    workbench_url: requireAddress(flags, 'workbenchUrl'),
    auth_url: requireAddress(flags, 'authUrl'),
    client_id: flags.service ?? requireFlag(flags, 'clientId'),
    redirect_uri: isService ? '' : requireAddress(flags, 'redirectUri'),
    ...(flags.stage !== undefined && { stage: flags.stage }),
  };
}

function requireAddress(flags: LoginFlags, name: StoredFlag): string {
  const value = requireFlag(flags, name);
  if (/^https?:/i.test(value) && URL.canParse(value)) return value;
  throw new UsageError(`${STORED_FLAGS[name]} takes an address of http or https, not "${value}".`);
}

function requireFlag(flags: LoginFlags, name: StoredFlag): string {
  const value = flags[name];
  if (value !== undefined) return value;
  throw new UsageError(`A profile with --base-url also needs ${STORED_FLAGS[name]}.`);
}
