// What processes use, from Linux's /proc; elsewhere nothing is known, and figures are not numbers.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The process and all that it has started, directly or not. */
export function familyOf(pid: number): number[] {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]));
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Processes of the family with the word among their arguments. */
export function withArgument(family: readonly number[], word: string): number[] {
  return family.filter((pid) => read(pid, 'cmdline').split('\0').includes(word));
}

/** Milliseconds of a processor that the processes have used so far, in user and kernel mode. */
export function cpuMilliseconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const [, , , , , , , , , , , user, kernel] = fieldsOf(pid);
    return Number(user) + Number(kernel);
  });
  return (ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND) * 1_000;
}

/** Resident memory of the processes, in megabytes of 2^20 bytes. */
export function residentMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? Number.NaN);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024;
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

// The second field is the program's name in brackets, and may hold anything.
function fieldsOf(pid: number): string[] {
  const stat = read(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
