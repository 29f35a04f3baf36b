/** The value of an environment variable; a function without it must not start. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`Environment variable ${name} is not set`);
  return value;
}
