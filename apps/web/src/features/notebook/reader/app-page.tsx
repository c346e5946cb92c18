import type { AppBlock } from '@groma/protocol';
import { AlertTriangleIcon, BookIcon, EmptyState, ErrorState, Spinner } from '@groma/ui';
import { useEffect, useState } from 'react';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { errorText } from '../../../platform/error-text.ts';
import { isAbsent } from '../../../platform/refusal.ts';
import { SafeMarkdown } from '../../../platform/markdown/safe-markdown.tsx';
import { useLocaleId, useText } from '../../../platform/text.ts';
import { CellViews } from '../block/cell-views.ts';
import { NotebookContext, type Notebook } from '../block/notebook-context.ts';
import { readApp, type ReadApp } from './app-calls.ts';
import { AppBar } from './app-bar.tsx';
import { AppCell } from './app-cell.tsx';
import { AppInput } from './app-input.tsx';
import { ReaderPartsContext, type ReaderParts } from './reader-parts.ts';
import { useAppSession } from './use-app-session.ts';
import './app.css';

interface AppPageProps {
  templateId: string;
  version: string | null;
  /** The first reading, begun before there was a page. */
  first: Promise<ReadApp>;
  parts: ReaderParts;
}

type Shown = { status: 'loading' } | { status: 'failed'; error: unknown } | { status: 'ready'; read: ReadApp };

/** The page of a notebook that its readers run, with what is said where it cannot be shown. */
export function AppPage({ templateId, version, first, parts }: AppPageProps) {
  const t = useText();
  const [reading, setReading] = useState(first);
  const shown = useShown(reading);
  const title = shown.status === 'ready' ? shown.read.title : null;
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  if (shown.status === 'ready')
    return (
      <ReaderPartsContext value={parts}>
        <App templateId={templateId} read={shown.read} />
      </ReaderPartsContext>
    );
  return (
    <main className="page-centre" aria-busy={shown.status === 'loading' || undefined}>
      {shown.status === 'loading' ? (
        <Spinner label={t('shell.loading')} />
      ) : isAbsent(shown.error) ? (
        <EmptyState icon={<BookIcon size={18} />} title={t('app.gone')}>
          {t('app.goneText')}
        </EmptyState>
      ) : (
        <ErrorState title={t('app.failed')} onRetry={() => setReading(readApp(templateId, version))}>
          {errorText(shown.error)}
        </ErrorState>
      )}
    </main>
  );
}

function useShown(reading: Promise<ReadApp>): Shown {
  const [found, setFound] = useState<{ of: Promise<ReadApp>; shown: Shown } | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (shown: Shown) => {
      if (!isGone) setFound({ of: reading, shown });
    };
    reading.then(
      (read) => show({ status: 'ready', read }),
      (error: unknown) => show({ status: 'failed', error }),
    );
    return () => {
      isGone = true;
    };
  }, [reading]);
  return found?.of === reading ? found.shown : { status: 'loading' };
}

function App({
  templateId,
  read: { title, author, path, version, app, blocks },
}: {
  templateId: string;
  read: ReadApp;
}) {
  const locale = useLocaleId();
  const { stage, values, cells, run, leave } = useAppSession({
    templateId,
    version,
    isShared: app?.mode === 'shared',
    blocks,
  });
  const drawn = (block: AppBlock) => {
    switch (block.kind) {
      case 'text':
        return (
          <div className="app-text" dir="auto">
            <SafeMarkdown text={block.markdown} />
          </div>
        );
      case 'picture':
        return <Picture {...block} />;
      case 'cell': {
        const cell = cells.get(block.id);
        return cell && <AppCell cell={cell} isHidden={block.is_hidden} />;
      }
      default:
        return (
          <AppInput
            input={block}
            value={values[block.name]}
            isDisabled={app === null}
            onChange={(value) => run({ [block.name]: value })}
          />
        );
    }
  };
  return (
    <NotebookContext value={nobodysNotebook}>
      <AppBar
        title={title}
        author={author}
        path={`/${locale}${path}`}
        stage={stage}
        isShared={app && app.mode === 'shared'}
        onRun={() => run()}
        onLeave={leave}
      />
      <main className="app-body">
        {blocks.map((block) => (
          <div key={block.id} className="app-block" data-kind={block.kind}>
            {drawn(block)}
          </div>
        ))}
      </main>
    </NotebookContext>
  );
}

function Picture({ source, caption }: { source: string; caption: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <figure className="app-picture">
      {isBroken ? (
        <AlertTriangleIcon size={18} />
      ) : (
        <img src={source} alt={caption} loading="lazy" onError={() => setBroken(true)} />
      )}
      {caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}

/** What outputs ask of the notebook they are in: here nobody edits it, and its code is not there. */
const doc = new Y.Doc();
const nobodysNotebook: Notebook = {
  id: '',
  doc,
  codeCursors: { awareness: new Awareness(doc), hide: () => undefined, close: () => undefined },
  isEditable: false,
  isPaused: false,
  isCreatingKernel: false,
  hasKernel: false,
  views: new CellViews(),
  run: () => Promise.resolve(false),
  runAll: () => Promise.resolve(false),
  stop: () => undefined,
  endKernel: () => undefined,
  clear: () => undefined,
  answer: () => Promise.resolve(false),
};
