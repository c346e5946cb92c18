import { IconButton, MaximizeIcon, MinusIcon, PlusIcon, SkeletonRows } from '@groma/ui';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { linkTo } from '../window-calls.ts';
import { openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import './pdf-panel.css';

/** A PDF file, page by page. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Pdf file={file} />}</ViewerFrame>;
}

type Opened = { document: PDFDocumentProxy; sizes: { width: number; height: number }[] } | { error: unknown } | null;

function Pdf({ file: { projectId, path, identity } }: { file: OpenedFile }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const open = async () => {
      const document = await openPdf(await linkTo(projectId, path), abort.signal);
      const first = (await document.getPage(1)).getViewport({ scale: 1 });
      // Pages are nearly always of one size; those that are not grow when they come into sight.
      const sizes = Array.from({ length: document.numPages }, () => ({ width: first.width, height: first.height }));
      if (!abort.signal.aborted) setOpened({ document, sizes });
    };
    open().catch((error: unknown) => {
      if (!abort.signal.aborted) setOpened({ error });
    });
    return () => abort.abort();
  }, [projectId, path, identity, attempt]);
  if (!opened) return <SkeletonRows rows={10} withIcon={false} />;
  if ('error' in opened)
    return (
      <ViewerFailure
        error={opened.error}
        onRetry={() => {
          setOpened(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  return <Pages path={path} document={opened.document} sizes={opened.sizes} />;
}

const gapPixels = 12;
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

function Pages({
  path,
  document,
  sizes,
}: {
  path: string;
  document: PDFDocumentProxy;
  sizes: { width: number; height: number }[];
}) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const widest = Math.max(...sizes.map((size) => size.width));
  const scale = chosen ?? Math.min(2, Math.max(0.2, (width - 2 * gapPixels) / widest));
  const zoom = (by: 1 | -1) => {
    const next = by === 1 ? steps.find((step) => step > scale + 0.01) : steps.findLast((step) => step < scale - 0.01);
    if (next !== undefined) setChosen(next);
  };
  return (
    <div className="pdf-viewer">
      <ViewerTools>
        <span className="pdf-place" role="status">
          {t('file.viewer.pageOf', { page, pages: sizes.length })}
        </span>
        <IconButton size="s" label={t('file.viewer.zoomOut')} icon={<MinusIcon />} onClick={() => zoom(-1)} />
        <output className="image-zoom" aria-label={t('file.viewer.zoom')}>{`${Math.round(scale * 100)}%`}</output>
        <IconButton size="s" label={t('file.viewer.zoomIn')} icon={<PlusIcon />} onClick={() => zoom(1)} />
        <IconButton
          size="s"
          label={t('file.viewer.fitWidth')}
          icon={<MaximizeIcon />}
          active={chosen === null}
          onClick={() => setChosen(null)}
        />
      </ViewerTools>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div
        ref={scroller}
        className="pdf-pages"
        role="document"
        aria-label={t('file.contentOf', { path })}
        tabIndex={0}
        dir="ltr"
        onScroll={({ currentTarget: { scrollTop, clientHeight, children } }) => {
          const middle = scrollTop + clientHeight / 3;
          const found = [...children].findLastIndex((child) => (child as HTMLElement).offsetTop <= middle);
          setPage(Math.max(1, found + 1));
        }}
      >
        {width > 0 &&
          sizes.map((size, index) => (
            <PdfPage key={index} document={document} number={index + 1} size={size} scale={scale} root={scroller} />
          ))}
      </div>
    </div>
  );
}
