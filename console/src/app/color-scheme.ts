import { applyMode, Mode } from '@cloudscape-design/global-styles';

/** Follows the setting of the operator's system, also when it changes. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => applyMode(dark.matches ? Mode.Dark : Mode.Light);
  dark.addEventListener('change', apply);
  apply();
}
