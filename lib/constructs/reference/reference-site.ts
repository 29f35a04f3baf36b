// Builds the folder that the reference function serves: the OpenAPI documents, and our page around Swagger
// UI, without the styles that it does not use.
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { purgeUnusedStyles } from './used-styles.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'functions/reference/page');
const GENERATED = join(ROOT, 'schemas/generated');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const SCRIPT = 'swagger-ui-bundle.js';

/** Files whose names get no hash: either the names are fixed from outside, or no page loads the file. */
const NAMED_FILES: Readonly<Record<string, string>> = {
  'favicon.svg': PAGE,
  'oauth2-redirect.html': PAGE,
  'oauth2-redirect.js': SWAGGER_UI,
  LICENSE: SWAGGER_UI,
  NOTICE: SWAGGER_UI,
  [`${SCRIPT}.LICENSE.txt`]: SWAGGER_UI,
};

export function writeReferenceSite(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'docs'), { recursive: true });
  for (const document of globSync('openapi-*.json', { cwd: GENERATED })) {
    cpSync(join(GENERATED, document), join(folder, document));
  }
  for (const [name, source] of Object.entries(NAMED_FILES)) {
    cpSync(join(source, name), join(folder, 'docs', name));
  }
  const names = Object.entries(buildHashedFiles()).map(([name, text]): [string, string] => {
    const hashed = buildHashedName(name, text);
    writeFileSync(join(folder, 'docs', hashed), text);
    return [name, hashed];
  });
  writeFileSync(join(folder, 'docs.html'), replaceWithHashedNames(read(PAGE, 'index.html'), names));
}

function buildHashedFiles(): Record<string, string> {
  const script = removeSourceMap(read(SWAGGER_UI, SCRIPT));
  return {
    [SCRIPT]: script,
    'swagger-ui.css': minify(purgeUnusedStyles(read(SWAGGER_UI, 'swagger-ui.css'), script), 'css'),
    'reference.js': minify(read(PAGE, 'reference.js'), 'js'),
    'reference.css': minify(read(PAGE, 'reference.css'), 'css'),
  };
}

function minify(text: string, loader: 'js' | 'css'): string {
  return transformSync(text, { loader, minify: true }).code;
}

// The source map is four times as large as the script, and is not served.
function removeSourceMap(script: string): string {
  return script.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function buildHashedName(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const extension = extname(name);
  return `${basename(name, extension)}.${hash}${extension}`;
}

function replaceWithHashedNames(page: string, names: readonly [string, string][]): string {
  return names.reduce((text, [name, hashed]) => {
    if (!text.includes(`"docs/${name}"`)) throw new Error(`The page does not load ${name}.`);
    return text.replaceAll(`"docs/${name}"`, `"docs/${hashed}"`);
  }, page);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
