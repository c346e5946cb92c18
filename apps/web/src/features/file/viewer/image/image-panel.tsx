import { Button, IconButton, MinusIcon, PlusIcon, CodeIcon, MaximizeIcon, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { isOfFamily } from '../../entry/file-type.ts';
import { openSource } from '../../action/open-as.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { linkTo } from '../window-calls.ts';
import {
  buttonStep,
  fitZoom,
  keepInSight,
  leastZoom,
  mostZoom,
  wheelStep,
  zoomAt,
  type ImageView,
  type Size,
} from './zoom.ts';
import './image-panel.css';

/** A picture, by its signed link (FIL-027). As an image no script in it runs, also in SVG. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Picture file={file} />}</ViewerFrame>;
}

function Picture({ file }: { file: OpenedFile }) {
  const { projectId, path, identity } = file;
  const { data, error, refetch } = useQuery({
    queryKey: ['file-link', projectId, path, identity],
    queryFn: () => linkTo(projectId, path),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [isBroken, setBroken] = useState(false);
  const t = useText();
  const retry = () => {
    setBroken(false);
    void refetch();
  };
  if (error || isBroken)
    return <ViewerFailure error={error ?? new Error(t('file.viewer.notAPicture'))} onRetry={retry} />;
  return data === undefined ? (
    <SkeletonRows rows={3} withIcon={false} />
  ) : (
    <Zoomed file={file} source={data} onFailure={() => setBroken(true)} />
  );
}

const keyPixels = 40;

function Zoomed({ file, source, onFailure }: { file: OpenedFile; source: string; onFailure: () => void }) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Size>({ width: 0, height: 0 });
  const [image, setImage] = useState<Size | null>(null);
  /** Null while the picture is fitted, also when the panel changes its size. */
  const [moved, setMoved] = useState<ImageView | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = image ?? { width: 0, height: 0 };
  const fitted: ImageView = { zoom: fitZoom(size, view), x: 0, y: 0 };
  const shown = moved ?? fitted;
  const move = (next: ImageView) => setMoved(keepInSight(next, size, view));
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    if (event.shiftKey) return move({ ...shown, x: shown.x - (event.deltaX || event.deltaY), y: shown.y });
    const box = stage.current!.getBoundingClientRect();
    move(
      zoomAt(shown, shown.zoom - Math.sign(event.deltaY) * wheelStep, {
        x: event.clientX - box.x - box.width / 2,
        y: event.clientY - box.y - box.height / 2,
      }),
    );
  };
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent) => latest.current(event);
    // React listens to the wheel passively, which cannot be prevented.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const { zoom, x, y } = shown;
    const acts: Record<string, () => void> = {
      '+': () => move(zoomAt(shown, zoom + buttonStep)),
      '=': () => move(zoomAt(shown, zoom + buttonStep)),
      '-': () => move(zoomAt(shown, zoom - buttonStep)),
      0: () => setMoved(null),
      1: () => move({ zoom: 1, x: 0, y: 0 }),
      ArrowLeft: () => move({ zoom, x: x + keyPixels, y }),
      ArrowRight: () => move({ zoom, x: x - keyPixels, y }),
      ArrowUp: () => move({ zoom, x, y: y + keyPixels }),
      ArrowDown: () => move({ zoom, x, y: y - keyPixels }),
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]!();
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) move({ ...shown, x: shown.x + event.movementX, y: shown.y + event.movementY });
  };
  return (
    <div className="image-viewer">
      <ViewerTools>
        {isOfFamily(file.path, 'text') && (
          <Button size="s" variant="quiet" icon={<CodeIcon />} onClick={() => openSource(file.path, file.bytes)}>
            {t('file.viewer.source')}
          </Button>
        )}
        <IconButton
          size="s"
          label={t('file.viewer.zoomOut')}
          shortcut="-"
          icon={<MinusIcon />}
          disabledReason={shown.zoom <= leastZoom ? t('file.viewer.zoomedOut') : undefined}
          onClick={() => move(zoomAt(shown, shown.zoom - buttonStep))}
        />
        <output className="image-zoom" aria-label={t('file.viewer.zoom')}>{`${Math.round(shown.zoom * 100)}%`}</output>
        <IconButton
          size="s"
          label={t('file.viewer.zoomIn')}
          shortcut="+"
          icon={<PlusIcon />}
          disabledReason={shown.zoom >= mostZoom ? t('file.viewer.zoomedIn') : undefined}
          onClick={() => move(zoomAt(shown, shown.zoom + buttonStep))}
        />
        <IconButton
          size="s"
          label={t('file.viewer.fit')}
          shortcut="0"
          icon={<MaximizeIcon />}
          active={moved === null}
          onClick={() => setMoved(null)}
        />
      </ViewerTools>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what can be moved must be reached by the keyboard */}
      <div
        ref={stage}
        className="image-stage"
        role="region"
        aria-label={t('file.contentOf', { path: file.path })}
        tabIndex={0}
        onKeyDown={onKey}
        onPointerMove={drag}
        onDoubleClick={() => setMoved(null)}
        onPointerDown={(event) => {
          if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
        }}
      >
        <img
          src={source}
          alt={file.path}
          draggable={false}
          className="image-picture"
          data-sharp={shown.zoom > 1 || undefined}
          style={{
            transform: `translate(-50%, -50%) translate(${shown.x}px, ${shown.y}px) scale(${shown.zoom})`,
            visibility: image ? 'visible' : 'hidden',
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setImage({ width: naturalWidth || 300, height: naturalHeight || 150 })
          }
          onError={onFailure}
        />
      </div>
      <div className="viewer-foot">
        <span>{t('file.viewer.imageHint')}</span>
        {image !== null && (
          <span className="viewer-foot-end">
            {t('file.viewer.pixels', { width: image.width, height: image.height })}
          </span>
        )}
      </div>
    </div>
  );
}
