// Whether the inbox takes single keys. Who types by voice can switch them off; the browser keeps that.

const STORED = 'countinghouse.inbox-keys';
const OFF = 'off';

export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== OFF;
}

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, OFF);
}
