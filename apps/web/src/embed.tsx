import '@groma/ui/theme.css';
import './shell/page.css';
import { createRoot } from 'react-dom/client';
import { PublishedMaps, readFirst } from './features/map/assemble-viewer.tsx';
import { readerTexts } from './platform/reader-texts.ts';
import { addEnglish, startTexts } from './platform/text.ts';
import { ReaderFrame } from './shell/reader-frame.tsx';

// The page of whoever reads what was published: without a session, and without what a workspace needs. What it shows
// is asked for at once.
const [, , , id = ''] = location.pathname.split('/');
const query = new URLSearchParams(location.search);
const asked = { templateId: id, version: query.get('version') };
const first = readFirst(asked);

addEnglish(readerTexts);
await startTexts();
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <ReaderFrame theme={query.get('theme')}>
      <PublishedMaps {...asked} first={first} />
    </ReaderFrame>,
  );
