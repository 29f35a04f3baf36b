// The sentence of an error, for people at a terminal.

/** Formats the error without its stack; a sentence even where the error itself has none. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_PARSE_ARGS')) return formatFlagError(error.message);
  // A connection that is refused at both addresses of localhost has no message of its own.
  if (error instanceof AggregateError && error.message === '') return formatError(error.errors[0]);
  const { cause } = error;
  if (error.message === 'fetch failed' && cause !== undefined) return formatError(cause);
  if (code === 'ENOENT' && 'path' in error) return `There is no ${String(error.path)}.`;
  if (code === 'EISDIR') return 'A folder was given where a file is expected.';
  if (code === 'ECONNREFUSED') return `${error.message}: nothing answers there.`;
  return error.message || error.name;
}

// Node adds advice about words that start with a dash, which no command takes.
function formatFlagError(message: string): string {
  const [sentence = message] = message.split(/\.\s/);
  return `${sentence.replace(/\.$/, '')}. --help lists the flags.`;
}
