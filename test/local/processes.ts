import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The DynamoDB engines whose command line contains the text, without the shells that guard them.
 */
export function engineProcesses(text: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => / -{1,2}port \d/.test(line) && line.includes(text) && !line.includes('guard'))
    .map((line) => Number(line.trim().split(' ')[0]));
}

/**
 * Limits how large a file of the process may become, which stands for a full disk: any user may do it, and it
 * refuses the writes that a full disk refuses, with EFBIG in the place of ENOSPC.
 */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
}

/** The size of the largest file below the folder. */
export function measureLargestFile(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((name) => statSync(join(folder, name)).size));
}
