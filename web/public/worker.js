/*
 * The service worker: lets the app open without a network. It keeps the page and the files of the build, whose names
 * have a digest of their content, and nothing that the API answers.
 */
const KEPT = 'tallyboard-files';
const PAGE = '/';
const MOST_FILES = 600;
/** A network without an answer for so long counts as none; what it answers later is still kept. */
const SILENT_AFTER_MS = 3000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, '/theme.js', '/favicon.svg'])));
});

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (pathname === '/theme.js') event.respondWith(orKept(fetch(request), request));
});

/** Kept or not, as on a full disk, what the server answers is passed on. */
async function fileOf(event) {
  const { request } = event;
  const known = await caches.match(request).catch(() => undefined);
  if (known) return known;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(keep(request, response.clone()).catch(() => undefined));
  return response;
}

/** The page of the server; without a network the last one. Downloads and other answers are passed on as they are. */
function pageOf(event) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then(keepPage).catch(() => undefined));
  const path = new URL(event.request.url).pathname;
  return path.startsWith('/api/') ? asked : orKept(asked, PAGE);
}

async function keepPage(response) {
  const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) return;
  const copy = response.clone();
  // Pages of the app are one file.
  if (/<meta name="release"/.test(await response.clone().text())) await keep(PAGE, copy);
}

/** The answer of the network, or in its place what is kept: when there is no network, or a silent one. */
async function orKept(asked, name) {
  const kept = await caches.match(name).catch(() => undefined);
  if (!kept) return asked;
  const silence = new Promise((resolve) => setTimeout(() => resolve(kept), SILENT_AFTER_MS));
  return Promise.race([asked.catch(() => kept), silence]);
}

/** Files of long gone releases go first. */
async function keep(request, response) {
  const kept = await caches.open(KEPT);
  await kept.put(request, response);
  const files = (await kept.keys()).filter(({ url }) => url.includes('/assets/'));
  for (const old of files.slice(0, Math.max(0, files.length - MOST_FILES))) await kept.delete(old);
}
