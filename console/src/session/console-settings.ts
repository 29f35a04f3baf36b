// What differs between stages: served beside index.html, so that the built files are the same everywhere.

export interface ConsoleSettings {
  readonly base_url: string;
  readonly workbench_url: string;
  readonly auth_url: string;
  readonly client_id: string;
}

const NAMES = ['base_url', 'workbench_url', 'auth_url', 'client_id'] as const;

/** Reads config.json. Throws an error that names what is missing. */
export async function readConsoleSettings(): Promise<ConsoleSettings> {
  const answer = await fetch('/config.json', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`config.json was answered with ${answer.status}.`);
  const settings = (await answer.json()) as Partial<Record<string, unknown>>;
  const missing = NAMES.filter((name) => typeof settings[name] !== 'string');
  if (missing.length > 0) throw new Error(`config.json lacks ${missing.join(', ')}.`);
  return settings as unknown as ConsoleSettings;
}
