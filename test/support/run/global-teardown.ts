import { rmSync } from 'node:fs';
import './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  globalThis.stopTestIssuer?.();
  await globalThis.testEngine?.stop();
  rmSync(process.env['TEST_RUN_FOLDER'] ?? '', { recursive: true, force: true });
}
