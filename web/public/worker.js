/*
 * The service worker: lets the app open without a network. It keeps the page and the files of the build, whose names
 * have a digest of their content, and nothing that the API answers.
 */
const KEPT = 'tallyboard-files';
const PAGE = '/';
const MOST_FILES = 600;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, '/theme.js', '/favicon.svg'])));
});

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (pathname === '/theme.js') event.respondWith(fetch(request).catch(() => caches.match(request)));
});

async function fileOf(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.status === 200) await keep(request, response.clone());
  return response;
}

/** The page of the server; without a network the last one. Downloads and other answers are passed on as they are. */
async function pageOf(event) {
  try {
    const response = await fetch(event.request);
    const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html');
    // Pages of the app are one file.
    if (isPage && /<meta name="release"/.test(await response.clone().text()))
      event.waitUntil(keep(PAGE, response.clone()));
    return response;
  } catch (error) {
    const path = new URL(event.request.url).pathname;
    const page = path.startsWith('/api/') ? undefined : await caches.match(PAGE);
    if (page) return page;
    throw error;
  }
}

/** Files of long gone releases go first. */
async function keep(request, response) {
  const kept = await caches.open(KEPT);
  await kept.put(request, response);
  const files = (await kept.keys()).filter(({ url }) => url.includes('/assets/'));
  for (const old of files.slice(0, Math.max(0, files.length - MOST_FILES))) await kept.delete(old);
}
