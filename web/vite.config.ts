import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { paths } from '../services/contracts/paths.ts';
import { slimContracts } from './slim-contracts.ts';

const root = new URL('.', import.meta.url).pathname;

const TEXT = /\.(js|css|html|svg)$/;
/** Below this size a header costs more than compression saves. */
const SMALLEST_BYTES = 1024;

/** Puts `x.br` and `x.gz` beside every text file of the build, so that no request has to compress. */
function compressed(): Plugin {
  let directory = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      // A failed build has written nothing; its own error says why.
      if (!existsSync(directory)) return;
      for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        const path = join(directory, name);
        if (!TEXT.test(name) || statSync(path).size < SMALLEST_BYTES) continue;
        const content = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
      }
    },
  };
}

/** Writes the name of the release into the page: a digest of the page, which names its files by their content. */
function named(): Plugin {
  return {
    name: 'named-release',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const content = createHash('sha256').update(html).digest('hex').slice(0, 12);
        return [{ tag: 'meta', attrs: { name: 'release', content }, injectTo: 'head' }];
      },
    },
  };
}

/** The modules that every screen of a signed-in person loads. */
const SIGNED_IN = [
  'app/routes/signed-in-routes.tsx',
  'app/routes/guard.view.tsx',
  'kit/session/session.atoms.ts',
  'api/cache/invalidate-after-writes.ts',
  'ui/keep-focus.ts',
];
const SHELL = 'app/shell/shell.view.tsx';

/** A row of the tables of screens: the name of its path, and its module. */
const ROW = /paths\.(\w+),\s*async \(\) =>\s*\(?await import\('\.\.\/\.\.\/([^']+)'/g;

/** The modules that the first load of each screen needs, of the tables of screens. */
function modulesOfScreens(): [path: keyof typeof paths, modules: string[]][] {
  const read = (name: string) => readFileSync(join(root, 'src/app/routes', name), 'utf8');
  const [bare = '', inShell = ''] = read('screens.ts').split('export const shellScreens');
  const rows = (text: string, before: readonly string[]) =>
    [...text.matchAll(ROW)].map(([, path, module]): [keyof typeof paths, string[]] => [
      path as keyof typeof paths,
      [...before, module ?? ''],
    ]);
  return [
    ...rows(read('public-screens.ts'), []),
    ...rows(bare, SIGNED_IN),
    ...rows(inShell, [...SIGNED_IN, SHELL]),
  ];
}

/** Writes the files of each screen's first load, largest first, for the server to announce. */
function announced(): Plugin {
  return {
    name: 'announced-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesFor = (
        found: readonly (typeof chunks)[number][],
        known = new Set<string>(),
      ): Set<string> => {
        for (const chunk of found.filter(({ fileName }) => !known.has(fileName))) {
          known.add(chunk.fileName);
          for (const name of chunk.viteMetadata?.importedCss ?? []) known.add(name);
          filesFor(
            chunks.filter(({ fileName }) => chunk.imports.includes(fileName)),
            known,
          );
        }
        return known;
      };
      const start = chunks.filter(({ isEntry }) => isEntry);
      const sizeOf = (name: string) => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);
      };
      const files = modulesOfScreens().map(([path, modules]) => {
        const isOwn = (id: string) => modules.some((module) => id === join(root, 'src', module));
        const needed = filesFor([...start, ...chunks.filter(({ moduleIds }) => moduleIds.some(isOwn))]);
        return [paths[path], [...needed].toSorted((one, other) => sizeOf(other) - sizeOf(one))];
      });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/screens.json',
        source: JSON.stringify(Object.fromEntries(files)),
      });
    },
  };
}

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/**
 * Shared modules are bundled into few files instead of a hundred small ones: fewer requests, better compression, and
 * libraries stay in the browser's cache when only our own code changed. Each screen, and code that few screens need, has its own file.
 */
const shared = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|jotai)[\\/]/,
  },
  {
    name: 'parts',
    test: /lucide-react(?!.*icons[\\/])|icons[\\/](check|chevron-down|circle|download|file-text|menu|pause|play|triangle-exclamation-point|x)\.|src[\\/]ui[\\/](field|checkbox|icon|locale|mark|button|alert|message-box|password|panel|empty|page-header)|src[\\/]kit[\\/](storage|public[\\/](public-|two-panels))|src[\\/]api[\\/]open-sign|contracts[\\/]as-of\./,
    minShareCount: 2,
  },
  {
    // Icons that no public page shows.
    name: 'signs',
    test: /lucide-react.*icons[\\/](?!flask)/,
    minShareCount: 2,
  },
  {
    name: 'calls',
    test: /contracts[\\/](messages|email|text|endpoints[\\/](endpoint|fields))|src[\\/](api[\\/](?!cache|open-sign)|kit[\\/](forms[\\/](form|leave)|session[\\/]session-storage|locale))/,
    minShareCount: 2,
  },
  {
    // For pages on which a person signs in or is signed in; the others ask for the session after they are drawn.
    name: 'session',
    test: /contracts[\\/](local-date|employee-kinds|endpoints[\\/](auth|employees)\.)|src[\\/]kit[\\/](session[\\/]session\.|clock)/,
    minShareCount: 2,
  },
  {
    name: 'codes',
    test: /src[\\/](ui[\\/](action-link|code-)|kit[\\/]forms[\\/]code-)/,
    minShareCount: 2,
  },
  {
    name: 'tables',
    test: /src[\\/]ui[\\/](data-|table-head|column|csv|sort|use-rank|number-roll|format|motion|billboard-table|use-visible-rows|entry-state)/,
    minShareCount: 2,
  },
  {
    // What the frame around every screen of a signed-in person needs.
    name: 'frame',
    test: /node_modules[\\/](@socket|socket|engine|@tanstack)|src[\\/](live[\\/](?!audit)|api[\\/]cache|app[\\/]routes[\\/](guard|back)|kit[\\/](queries[\\/](query|sales|employees)|numbers[\\/](current|open|own-)|live|time-travel[\\/](?!keep|as-of)|session[\\/](permissions|kept))|ui[\\/](segmented|copy|number-button|tally|progress|facts|time-edit|duration-edit|number-text)|features[\\/]dashboard[\\/]local)|contracts[\\/](live|money|sale-status|history[\\/](description|values)|events[\\/](event|shift|values)|endpoints[\\/](history|sales|logs)\.)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'registration',
    test: /features[\\/]registration[\\/]registration(-aside|\.atoms)|endpoints[\\/]registration/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];

const NAMES = 'assets/[name]-[hash:7].js';

/** `npm run dev` serves the page and proxies API requests to `API_URL`. */
export default defineConfig({
  root,
  plugins: [react(), slimContracts(), named(), announced(), compressed()],
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: {
      // Not the short form, which also rewrites Host: the server refuses a write whose Origin is not its Host.
      '/api': { target: api },
      '/dev/mailbox': { target: api },
      '/socket.io': { target: api, ws: true },
      '/ws': { target: api, ws: true },
    },
  },
  build: {
    // As the README says. Older browsers lack `URL.parse`.
    target: ['chrome126', 'edge126', 'firefox126', 'safari18'],
    outDir: '../dist/web',
    emptyOutDir: true,
    // The Content-Security-Policy allows no inline scripts and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: shared },
        // The first file names all others. Shorter hashes make it smaller; the name counts, too.
        ...{ chunkFileNames: NAMES, entryFileNames: NAMES },
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
