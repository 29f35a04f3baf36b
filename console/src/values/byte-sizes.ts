const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1_024;

/** Formats a number of bytes in the largest unit that it fills. */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < STEP) return `${bytes.toLocaleString(locale)}\u00a0B`;
  let size = bytes / STEP;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toLocaleString(locale, { maximumFractionDigits: 1 })}\u00a0${UNITS[unit]}`;
}
