// npm run screenshots: takes the pictures of the console in docs/images.
import { join } from 'node:path';
import {
  readRunningStack,
  STACK_FLAGS,
  STACK_USAGE,
} from '../commands/administration/running-stack.ts';
import { runCommand } from '../commands/run-command.ts';
import { findBrowser } from '../tools/screenshots/find-browser.ts';
import { takeScreenshots } from '../tools/screenshots/take-screenshots.ts';

const USAGE = `npm run screenshots -- [flags]

Takes the pictures of the console in docs/images, on a stack that was started by
npm start -- --fresh --demo. It needs Chromium (CHROMIUM is its path, if it is elsewhere).

${STACK_USAGE}`;

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');

await runCommand({ usage: USAGE, options: STACK_FLAGS }, async (flags) => {
  const executablePath = findBrowser(process.env['CHROMIUM']);
  if (executablePath === undefined) {
    throw new Error('There is no Chromium here: install it, or set CHROMIUM to its path.');
  }
  await takeScreenshots(readRunningStack(flags), {
    executablePath,
    folder: FOLDER,
    onPicture: (file) => console.log(file),
  });
});
