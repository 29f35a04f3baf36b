import './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  globalThis.stopTestIssuer?.();
  await globalThis.testEngine?.stop();
}
