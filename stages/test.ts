import type { StageSettings } from '../lib/config/stage-settings.ts';
import { SETTINGS as LOCAL } from './local.ts';

/** The stage of the tests on one machine. Nothing is posting at a closing there. */
export const SETTINGS: StageSettings = { ...LOCAL, periodSettleSeconds: 7 };
