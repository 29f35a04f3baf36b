// The resources of processes, from Linux's /proc; elsewhere all figures are NaN.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const THREAD_NAME_LENGTH = 15;

/** The process and all its descendants. */
export function listProcessFamily(pid: number): number[] {
  const parents = new Map(listProcesses().map((one) => [one, readParent(one)]));
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Processes of the family with the word among their arguments. */
export function filterByArgument(family: readonly number[], word: string): number[] {
  return family.filter((pid) => readProcFile(pid, 'cmdline').split('\0').includes(word));
}

/** Milliseconds of CPU time that the processes have used so far, in user and kernel mode. */
export function readCpuMs(pids: readonly number[]): number {
  return toMs(pids.map((pid) => readTicks(readStatFields(pid))));
}

/**
 * Milliseconds of CPU time that the living threads of this name have used so far. The system keeps the first
 * fifteen characters of a name.
 */
export function readThreadCpuMs(pid: number, name: string): number {
  const comm = `(${name.slice(0, THREAD_NAME_LENGTH)})`;
  const threads = listFolder(`/proc/${pid}/task`).filter((thread) =>
    readProcFile(pid, `task/${thread}/stat`).includes(comm),
  );
  if (threads.length === 0) return Number.NaN;
  const ticks = threads.map((thread) => readTicks(readStatFields(pid, `task/${thread}/stat`)));
  return toMs(ticks);
}

/** Resident memory of the processes, in megabytes of 2^20 bytes. */
export function readResidentMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcFile(pid, 'status'))?.[1] ?? Number.NaN);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024;
}

/** The most memory that was ever resident of the process, in megabytes of 2^20 bytes. */
export function readPeakMegabytes(pid: number): number {
  // The usage that Node reports starts with the memory of the parent.
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readProcFile(pid, 'status')) ?? [];
  return Number(peak) / 1_024;
}

/** The most memory that was ever resident of this process. */
export function readOwnPeakMegabytes(): number {
  // Where there is no /proc, with the memory of the parent, which may have written the data.
  return readPeakMegabytes(process.pid) || process.resourceUsage().maxRSS / 1_024;
}

function readTicks([, , , , , , , , , , , user, kernel]: readonly string[]): number {
  return Number(user) + Number(kernel);
}

function toMs(ticks: readonly number[]): number {
  return (ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND) * 1_000;
}

function listProcesses(): number[] {
  return listFolder('/proc').map(Number).filter(Number.isInteger);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readParent(pid: number): number {
  return Number(readStatFields(pid)[1]);
}

// The second field is the program's name in brackets and may contain any character.
function readStatFields(pid: number, file = 'stat'): string[] {
  const stat = readProcFile(pid, file);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProcFile(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
