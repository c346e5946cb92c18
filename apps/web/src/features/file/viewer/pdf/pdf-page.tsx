import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useText } from '../../../../platform/text.ts';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  size: { width: number; height: number };
  scale: number;
  root: RefObject<HTMLDivElement | null>;
}

/**
 * One page: drawn when it comes near, given back when it has gone far. Its text lies over it, to be marked and copied.
 */
export function PdfPage({ document, number, size: expected, scale, root }: PdfPageProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [size, setSize] = useState(expected);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: '600px 0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [root]);
  useEffect(() => {
    const element = place.current;
    if (!isNear || !element) return undefined;
    const abort = new AbortController();
    const draw = async () => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
      const viewport = page.getViewport({ scale });
      const canvas = window.document.createElement('canvas');
      const sharpness = Math.min(2, window.devicePixelRatio || 1);
      Object.assign(canvas, {
        width: Math.floor(viewport.width * sharpness),
        height: Math.floor(viewport.height * sharpness),
      });
      const task = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
      abort.signal.addEventListener('abort', () => task.cancel());
      await task.promise;
      const letters = Object.assign(window.document.createElement('div'), { className: 'pdf-letters' });
      letters.style.setProperty('--total-scale-factor', String(scale));
      letters.style.setProperty('--scale-factor', String(scale));
      if (abort.signal.aborted) return;
      element.replaceChildren(canvas, letters);
      element.dataset['drawn'] = '';
      await new TextLayer({ textContentSource: page.streamTextContent(), container: letters, viewport }).render();
    };
    draw().catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => {
      abort.abort();
      element.replaceChildren();
      delete element.dataset['drawn'];
    };
  }, [document, number, scale, isNear]);
  return (
    <div
      className="pdf-page"
      role="group"
      aria-label={t('file.viewer.pageNumber', { page: number })}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {hasFailed && (
        <p className="pdf-failed" role="alert">
          {t('file.viewer.pageFailed', { page: number })}
        </p>
      )}
      <div ref={place} className="pdf-drawing" />
    </div>
  );
}
