// fast-check with one seed for all properties without a seed of their own, so that every run of the suite tries the same
// cases. `PROPERTIES_SEED=7` tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTIES_SEED'] ?? 20_261_120) });

export { fc };
