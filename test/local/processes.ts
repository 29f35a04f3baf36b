import { execFileSync } from 'node:child_process';

/**
 * The DynamoDB engines whose command line contains the text, without the shells that guard them.
 */
export function engineProcesses(text: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => / -{1,2}port \d/.test(line) && line.includes(text) && !line.includes('guard'))
    .map((line) => Number(line.trim().split(' ')[0]));
}
