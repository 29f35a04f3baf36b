// The throwaway stage of `npm run prove`.
import type { StageSettings } from '../lib/config/stage-settings.ts';

export const SETTINGS: StageSettings = { disposable: true, canary: 'watches' };
