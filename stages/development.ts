import type { StageSettings } from '../lib/config/stage-settings.ts';

/** A stage to try a change on, which goes with its data. */
export const SETTINGS: StageSettings = { disposable: true };
