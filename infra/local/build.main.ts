import { buildWebApp } from './web-build.ts';

/** `npm run build`: builds the web app if its sources changed. The server runs from its sources. */
const built = await buildWebApp();
process.stdout.write(built ? 'The web app was built into dist/web.\n' : 'The web app is up to date.\n');
