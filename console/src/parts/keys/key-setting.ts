// Whether the console takes single keys. Who types by voice can switch them off; the browser keeps that.

const STORED = 'countinghouse.keys';
const OFF = 'off';

export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== OFF;
}

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, OFF);
}
