// Builds the operator console: one chunk for each page, no file from another host, and nothing inlined that the
// content security policy would refuse.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** The console has no text in italics; their four fonts are a third of its style sheets. */
const ITALIC_FACE = /@font-face\s*\{[^}]*font-style:\s*italic[^}]*\}/g;

function dropItalicFonts(): Plugin {
  return {
    name: 'drop-italic-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /@cloudscape-design\/global-styles\/index\.css$/ },
      handler: (css) => css.replace(ITALIC_FACE, ''),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [dropItalicFonts()],
  build: {
    target: 'es2023',
    // The budget test reads it.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'callback.html'].map((page) => join(import.meta.dirname, page)),
      // Each page names the files of all pages, so names cost what they say: seven characters of a hash tell files and
      // their versions apart, and the manifest says which is which.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
      },
      // Directives for servers that render components, of which there is none.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  worker: { format: 'es' },
});
