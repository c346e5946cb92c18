(function () {
  var wanted = null;
  try { wanted = JSON.parse(localStorage.getItem('groma.preference')).colorScheme; } catch { /* nothing stored, or no storage: follow the system */ }
  // The page that frames a map says what fits it.
  var asked = location.pathname.startsWith('/embed/') ? new URLSearchParams(location.search).get('theme') : null;
  if (asked === 'dark' || asked === 'light') wanted = asked;
  var dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
