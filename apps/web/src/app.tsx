import '@groma/ui/theme.css';
import './shell/page.css';
import { createRoot } from 'react-dom/client';
import { PublishedApp, readApp } from './features/notebook/assemble-reader.tsx';
import { appTexts } from './platform/app-texts.ts';
import { addEnglish, startTexts } from './platform/text.ts';
import { ReaderFrame } from './shell/reader-frame.tsx';

// The page of whoever runs what was published: without a session, and without what a workspace needs.
const [, , , id = ''] = location.pathname.split('/');
const query = new URLSearchParams(location.search);
const version = query.get('version');
const first = readApp(id, version);
// The page says why it failed.
first.catch(() => undefined);

addEnglish(appTexts);
await startTexts();
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <ReaderFrame theme={query.get('theme')}>
      <PublishedApp templateId={id} version={version} first={first} />
    </ReaderFrame>,
  );
