// Says in one sentence that a data folder cannot be written, whichever part of a start met it first.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the quota of its disk is used up',
  EFBIG: 'a file there may not grow any larger',
  EROFS: 'its disk is read-only',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};
const PROBE_BYTES = 1024 * 1024;

/** The error itself, unless the folder is at fault. */
export function explainDiskFault(error: unknown, folder: string): unknown {
  const reason = REASONS[readFileErrorCode(error, folder) ?? probeFolder(folder) ?? ''];
  if (reason === undefined) return error;
  return new Error(
    `The data folder ${folder} cannot be written: ${reason}. Free some space or select another ` +
      'folder with --data, then start again.',
    { cause: error },
  );
}

// A write to an open file names no path; any other call of the file system names one.
function readFileErrorCode(error: unknown, folder: string): string | undefined {
  const { code, path, syscall } = Object(error) as NodeJS.ErrnoException;
  const isThere = path?.startsWith(folder) ?? (syscall === 'write' || syscall === 'fsync');
  return isThere ? code : undefined;
}

// The engine and the synthesis are other processes and report a full disk in words of their own.
function probeFolder(folder: string): string | undefined {
  const file = join(folder, 'space.probe');
  try {
    try {
      writeFileSync(file, Buffer.alloc(PROBE_BYTES));
    } finally {
      if (existsSync(file)) rmSync(file);
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
