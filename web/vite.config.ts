import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.plugin.ts';

const root = new URL('.', import.meta.url).pathname;
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** `npm run dev` serves the page and passes the rest on to the API at `API_URL`. */
export default defineConfig({
  root,
  plugins: [react(), compressed()],
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: {
      // Not the short form: that also rewrites Host, and a write from a page of another host is refused.
      '/api': { target: api },
      '/dev/mailbox': { target: api },
      '/socket.io': { target: api, ws: true },
      '/ws': { target: api, ws: true },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The Content-Security-Policy allows no inline scripts and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
