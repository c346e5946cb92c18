import { IconButton, LayoutColumnsIcon, MaximizeIcon, Menu, Menu2Icon, MinimizeIcon, type MenuEntry } from '@groma/ui';
import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '../../platform/text.ts';
import { findPanelKind } from '../../registry/panel.ts';
import type { DockPanelParams } from './dock-layout.ts';
import { isNarrow, onWindowResize } from './one-group.ts';

/** The end of a group's tab strip: split, and show this group alone; in a narrow window the way to other groups. */
export function DockTools(props: IDockviewHeaderActionsProps) {
  return useSyncExternalStore(onWindowResize, isNarrow) ? <OtherGroups {...props} /> : <GroupTools {...props} />;
}

/** The panels of the groups that aren't shown. */
function OtherGroups({ api, containerApi }: IDockviewHeaderActionsProps) {
  const t = useText();
  const list = (): MenuEntry[] =>
    containerApi.panels
      .filter((panel) => panel.group.id !== api.id)
      .map((panel) => {
        const Icon = findPanelKind((panel.params as unknown as DockPanelParams).kind)?.icon;
        return {
          key: panel.id,
          label: panel.title ?? '',
          icon: Icon && <Icon />,
          onSelect: () => panel.api.setActive(),
        };
      });
  const [items, setItems] = useState<MenuEntry[]>([]);
  const [count, setCount] = useState(containerApi.groups.length);
  useEffect(() => {
    const look = () => setCount(containerApi.groups.length);
    const stops = [containerApi.onDidAddGroup(look), containerApi.onDidRemoveGroup(look)];
    return () => {
      for (const stop of stops) stop.dispose();
    };
  }, [containerApi]);
  if (count < 2) return null;
  return (
    <div className="dock-tools">
      <Menu
        items={items}
        target={<IconButton label={t('shell.otherTabs')} icon={<Menu2Icon />} />}
        onOpenChange={(isOpen) => isOpen && setItems(list())}
      />
    </div>
  );
}

function GroupTools({ api, containerApi, activePanel, panels }: IDockviewHeaderActionsProps) {
  const t = useText();
  const [isMaximized, setMaximized] = useState(containerApi.hasMaximizedGroup());
  useEffect(() => {
    const stop = containerApi.onDidMaximizedGroupChange(() => setMaximized(containerApi.hasMaximizedGroup()));
    return () => stop.dispose();
  }, [containerApi]);
  const split = () => {
    if (activePanel) activePanel.api.moveTo({ group: activePanel.group, position: 'right' });
  };
  return (
    <div className="dock-tools">
      <IconButton
        label={t('shell.splitRight')}
        icon={<LayoutColumnsIcon />}
        onClick={split}
        disabledReason={panels.length < 2 ? t('shell.splitNeedsTwo') : undefined}
      />
      <IconButton
        label={t(isMaximized ? 'shell.restore' : 'shell.maximize')}
        icon={isMaximized ? <MinimizeIcon /> : <MaximizeIcon />}
        onClick={() => (isMaximized ? api.exitMaximized() : api.maximize())}
      />
    </div>
  );
}
