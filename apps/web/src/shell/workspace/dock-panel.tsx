import { ErrorState } from '@groma/ui';
import type { IDockviewPanelProps } from 'dockview-react';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { LoadedPart, type LoadState } from '../../platform/frame/loaded-part.tsx';
import { useText } from '../../platform/text.ts';
import { findPanelKind, keepPanel, type PanelApi, type PanelKind, type PanelProps } from '../../registry/panel.ts';
import type { DockPanelParams } from './dock-layout.ts';
import { PanelLoading } from './panel-loading.tsx';
import { watchEdits } from './watch-edits.ts';

type LoadPanel = () => Promise<ComponentType<PanelProps<never>>>;
const loaders = new WeakMap<PanelKind<never>, LoadPanel>();

function loaderOf(kind: PanelKind<never>): LoadPanel {
  const known = loaders.get(kind);
  if (known) return known;
  const loader: LoadPanel = async () => {
    const module = await kind.load();
    return 'Panel' in module ? module.Panel : module.default;
  };
  loaders.set(kind, loader);
  return loader;
}

/**
 * One panel of the dock: finds its kind, loads it, and gives it its id, parameters and a few ways to speak to the dock.
 */
export function DockPanel({ api, params }: IDockviewPanelProps<DockPanelParams>) {
  const t = useText();
  const kind = findPanelKind(params.kind);
  const [loadState, setLoadState] = useState<LoadState>('IDLE');
  const panelApi = useMemo<PanelApi>(
    () => ({
      setTitle: (title) => {
        if (title !== api.title) api.setTitle(title);
      },
      close: () => api.close(),
    }),
    [api],
  );
  const id = params.id ?? api.id;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!params.isPreview || !content.current) return undefined;
    return watchEdits(
      content.current,
      () => api.isActive,
      () => keepPanel(id),
    );
  }, [params.isPreview, api, id]);
  if (!kind) return <ErrorState title={t('shell.noSuchPanel')}>{params.kind}</ErrorState>;
  return (
    <div
      ref={content}
      className="dock-panel"
      data-load-state={loadState}
      aria-busy={loadState === 'RUNNING' || undefined}
    >
      <LoadedPart
        onLoadState={setLoadState}
        load={loaderOf(kind)}
        props={{ id, api: panelApi, params: params.params as never }}
        waiting={<PanelLoading kind={params.kind} />}
      />
    </div>
  );
}
