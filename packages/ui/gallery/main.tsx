import { createRoot } from 'react-dom/client';
import { GromaProvider } from '../src/index.ts';
import { Gallery } from './gallery.tsx';

// ?theme=dark, ?direction=rtl and ?locale=de show the page in other conditions.
const query = new URLSearchParams(location.search);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <GromaProvider
      colorScheme={query.get('theme') === 'dark' ? 'dark' : 'light'}
      direction={query.get('direction') === 'rtl' ? 'rtl' : 'ltr'}
      locale={query.get('locale') ?? 'en'}
    >
      <Gallery />
    </GromaProvider>,
  );
}
