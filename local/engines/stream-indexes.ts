// Indexes of dynoxide's stream records, created beside it in its file. It stores the records of all
// streams in one table without an index, never deletes one, and searches the whole table at each
// write and each poll of a stream: without these it slows down with its history (ADR 078).

// What the engine searches by: the newest number of a table at a write, the records after a number
// of a shard at a poll.
const NUMBER = 'CAST(sequence_number AS INTEGER)';
const STATEMENTS = [
  `CREATE INDEX IF NOT EXISTS countinghouse_stream_numbers
     ON _stream_records (table_name, ${NUMBER})`,
  `CREATE INDEX IF NOT EXISTS countinghouse_stream_positions
     ON _stream_records (table_name, shard_id, ${NUMBER})`,
];
// The engine waits as long for a lock before a write of its own fails.
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Creates the indexes that are missing in the database of a running engine. They stay when tables
 * are deleted and created. Returns what prevented it, if anything did: the engine works without.
 */
export async function indexStreamRecords(database: string): Promise<string | undefined> {
  try {
    // Loaded on demand: an engine that stores its data in memory has no use for it.
    const { DatabaseSync } = await import('node:sqlite');
    const connection = new DatabaseSync(database, { timeout: LOCK_TIMEOUT_MS });
    try {
      // In any other mode a second connection would keep the engine from writing.
      const mode = connection.prepare('PRAGMA journal_mode').get()?.['journal_mode'];
      if (mode !== 'wal') return `its journal mode is ${String(mode)}, not wal.`;
      for (const statement of STATEMENTS) connection.exec(statement);
      return undefined;
    } finally {
      connection.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
