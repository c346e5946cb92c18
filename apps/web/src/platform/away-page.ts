/** Words and look of the page that stands in place of the application while the server is away. */
export interface AwayLook {
  title: string;
  text: string;
  retry: string;
  language: string;
  direction: 'ltr' | 'rtl';
  colorScheme: 'light' | 'dark' | 'auto';
}

const askMs = 3_000;

/** Makes ready, for reloads while the server is away, a page that says so and opens the application when it can. */
export async function prepareAwayPage(look: AwayLook): Promise<void> {
  // A page without https has neither; the browser shows its own page then.
  if (!('serviceWorker' in navigator) || typeof caches === 'undefined') return;
  const cache = await caches.open('groma-away');
  await cache.put('/away', new Response(awayPage(look), { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await navigator.serviceWorker.register('/away-worker.js');
}

/** The whole page, which needs nothing from anywhere. */
export function awayPage({ title, text, retry, language, direction, colorScheme }: AwayLook): string {
  const scheme = colorScheme === 'auto' ? 'light dark' : colorScheme;
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: ${scheme}; }
body { margin: 0; background: light-dark(#fdfcfb, #1f1e1b); color: light-dark(#23211d, #ebe8e2); font: 14px/1.5 system-ui, sans-serif; text-align: center; }
main { min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 12px; padding: 24px; box-sizing: border-box; }
h1 { margin: 0; font-size: 16px; }
p { margin: 4px 0 0; max-width: 44ch; }
button { padding: 6px 14px; border: 1px solid currentColor; border-radius: 6px; background: none; color: inherit; font: inherit; cursor: pointer; }
</style>
<main>
<div role="status"><h1>${escaped(title)}</h1><p>${escaped(text)}</p></div>
<button type="button" id="retry">${escaped(retry)}</button>
</main>
<script>
const ask = () => fetch('/healthz', { cache: 'no-store' }).then((reply) => { if (reply.ok) location.reload(); }, () => undefined);
document.querySelector('#retry').addEventListener('click', () => location.reload());
setInterval(ask, ${askMs});
for (const type of ['online', 'focus']) addEventListener(type, ask);
</script>
</html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
