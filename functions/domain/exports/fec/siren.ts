// The SIREN of an institution: nine digits, the last of which checks the others (Luhn).

const SIREN = /(?<!\d)\d{9}(?!\d)/;

/** Finds the SIREN in a legal basis code such as FEC-552100554. */
export function findSiren(legalBasisCode: string): string | undefined {
  const found = SIREN.exec(legalBasisCode)?.[0];
  return found !== undefined && isSiren(found) ? found : undefined;
}

/** Whether the nine digits are a SIREN. Nine zeros satisfy the check digit and identify no company. */
export function isSiren(digits: string): boolean {
  if (!/^(?!0{9})\d{9}$/.test(digits)) return false;
  const sum = [...digits].map(Number).reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
