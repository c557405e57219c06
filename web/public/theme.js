// Sets the theme before the first paint, so that the page does not flash in the other one. A separate file and no
// module: the Content-Security-Policy allows no inline script, and modules run after the first paint.
try {
  const chosen = localStorage.getItem('tallyboard.theme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
} catch {
  // A browser that forbids storage: the app sets the theme a moment later.
}
