import type { Measurement } from './measurement.ts';
export const latency: Measurement = { name: 'latency', run: async () => [] };
