import { IconButton, LayoutColumnsIcon, MaximizeIcon, MinimizeIcon } from '@groma/ui';
import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { useEffect, useState } from 'react';
import { useText } from '../../platform/text.ts';

/** The end of a group's tab strip: split, and show this group alone. */
export function DockTools({ api, containerApi, activePanel, panels }: IDockviewHeaderActionsProps) {
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
