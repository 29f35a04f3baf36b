import type { StageSettings } from '../lib/config/stage-settings.ts';

/** The stage that customers use. docs/embedding.md lists all that it can set; stages/example.ts shows much of it. */
export const SETTINGS: StageSettings = {};
