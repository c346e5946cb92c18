import { useContextMenu, XIcon, type MenuEntry } from '@groma/ui';
import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { useCallback, useSyncExternalStore, type MouseEvent } from 'react';
import { useText } from '../../platform/text.ts';
import { findPanelKind, keepPanel } from '../../registry/panel.ts';
import type { DockPanelParams } from './dock-layout.ts';

/** A tab: the kind's icon, the title and a cross. The keyboard closes by the menu or Alt+W. */
export function DockTab({ api, containerApi, params }: IDockviewPanelHeaderProps<DockPanelParams>) {
  const t = useText();
  const openMenu = useContextMenu();
  const title = useTitle(api);
  const kind = findPanelKind(params.kind);
  const Icon = kind?.icon;
  const keep = () => keepPanel(params.id ?? api.id);
  const items = (): MenuEntry[] => [
    ...ownItems(kind?.tabMenu?.({ kind: params.kind, id: params.id ?? api.id, title, params: params.params }) ?? []),
    ...(params.isPreview ? [{ key: 'keep', label: t('shell.keepTab'), onSelect: keep }] : []),
    { key: 'close', label: t('shell.closeTab'), shortcut: 'Alt+W', onSelect: () => api.close() },
    {
      key: 'others',
      label: t('shell.closeOtherTabs'),
      disabled: api.group.panels.length < 2,
      onSelect: () => closeAll(api.group.panels.filter((panel) => panel.id !== api.id)),
    },
    { key: 'all', label: t('shell.closeAllTabs'), onSelect: () => closeAll(containerApi.panels) },
    { key: 'line', kind: 'divider' },
    {
      key: 'right',
      label: t('shell.splitRight'),
      disabled: api.group.panels.length < 2,
      onSelect: () => api.moveTo({ group: api.group, position: 'right' }),
    },
    {
      key: 'below',
      label: t('shell.splitBelow'),
      disabled: api.group.panels.length < 2,
      onSelect: () => api.moveTo({ group: api.group, position: 'bottom' }),
    },
  ];
  const onAuxClick = (event: MouseEvent) => {
    if (event.button === 1) api.close();
  };
  return (
    <div
      className="dock-tab"
      data-preview={params.isPreview || undefined}
      title={params.isPreview ? t('shell.previewTab', { title }) : title}
      onContextMenu={(event) => openMenu(event, items())}
      onAuxClick={onAuxClick}
      onDoubleClick={keep}
    >
      {Icon && <Icon className="dock-tab-icon" />}
      <span className="dock-tab-title" dir="auto">
        {title}
      </span>
      {/* For the pointer only: a button inside a tab cannot be reached by keyboard, which has Alt+W and the menu. */}
      <span
        className="dock-tab-close"
        aria-hidden
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => api.close()}
      >
        <XIcon size={14} />
      </span>
    </div>
  );
}

/** What the kind of panel offers comes first, with a line after it. */
function ownItems(items: readonly MenuEntry[]): readonly MenuEntry[] {
  return items.length === 0 ? [] : [...items, { key: 'own-line', kind: 'divider' }];
}

function useTitle(api: IDockviewPanelHeaderProps['api']): string {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stop = api.onDidTitleChange(onChange);
      return () => stop.dispose();
    },
    [api],
  );
  return useSyncExternalStore(subscribe, () => api.title ?? '');
}

/** Over a copy: each closing takes a panel out of the dock's own list. */
function closeAll(panels: readonly { api: { close(): void } }[]): void {
  for (const panel of panels.slice()) panel.api.close();
}
