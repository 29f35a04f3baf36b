// Loaded before `npm start`: what V8 has compiled of the runner's own modules is kept for the next start.
import { enableCompileCache } from 'node:module';
import { compiledFolder } from '../cloudformation/cache-folders.ts';

enableCompileCache(compiledFolder);
