(function () {
  var wanted = null;
  try { wanted = JSON.parse(localStorage.getItem('groma.preference')).colorScheme; } catch { /* nothing stored, or no storage: follow the system */ }
  var dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
