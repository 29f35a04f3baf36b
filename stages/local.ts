import type { StageSettings } from '../lib/config/stage-settings.ts';

/** The stage that `npm start` runs on one machine, which is not deployed. */
export const SETTINGS: StageSettings = {
  disposable: true,
  console: false,
  consoleOrigin: 'http://localhost:4020',
  // One machine has one clock, and a posting takes only moments there.
  settleSeconds: 0.5,
  // Longer than the five seconds for which a posting caches the settings, and its fifteen seconds of time.
  periodSettleSeconds: 21,
  // The receiver that one writes is on the same machine.
  webhookReach: 'LOOPBACK',
  // A read of one machine costs nothing, and the wait of a rebuild is what a person notices.
  generationReuseMs: 500,
  // No tenant of one machine waits for another: its limit is the processor.
  tenants: { limit: { requestsPerSecond: 10_000, burst: 5_000 } },
};
