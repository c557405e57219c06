import { defineConfig } from 'vite';

const root = new URL('.', import.meta.url).pathname;

/** The script of exported files: a single file without imports, which is put into a page as it is. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: '../dist/offline',
    emptyOutDir: true,
    modulePreload: false,
    lib: {
      entry: 'src/offline/verifier.ts',
      formats: ['iife'],
      name: 'tallyboardVerifier',
      fileName: () => 'verifier.js',
    },
  },
});
