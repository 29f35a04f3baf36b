// The sentence of an error, for people at a terminal.

const NO_REGION =
  'No region of AWS is chosen: set AWS_REGION, or AWS_PROFILE to a profile of the configuration of AWS.';
const NO_CREDENTIALS = 'set AWS_PROFILE, or sign in to AWS.';

/** Formats the error without its stack; a sentence even where the error itself has none. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  // A connection that is refused at both addresses of localhost has no message of its own.
  if (error instanceof AggregateError && error.message === '') return formatError(error.errors[0]);
  const { cause } = error;
  if (error.message === 'fetch failed' && cause !== undefined) return formatError(cause);
  if (code === 'ENOENT' && 'path' in error) return `There is no ${String(error.path)}.`;
  if (code === 'EISDIR') return 'A folder was given where a file is expected.';
  if (error.message === 'Region is missing') return NO_REGION;
  if (error.name === 'CredentialsProviderError') return `${error.message}: ${NO_CREDENTIALS}`;
  if (code === 'ECONNREFUSED') return `${error.message}: nothing answers there.`;
  return error.message || error.name;
}
