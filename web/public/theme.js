// Before the first paint, so that nobody who chose a theme sees the other one flash up. A file of its own and no
// module: the Content-Security-Policy allows no inline script, and modules run after the page was painted.
try {
  const chosen = localStorage.getItem('tallyboard.theme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
} catch {
  // A browser that forbids storage: the app decides a moment later.
}
