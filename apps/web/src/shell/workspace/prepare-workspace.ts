import {
  ArrowsSortIcon,
  CompassIcon,
  HomeIcon,
  LayoutSidebarIcon,
  LayoutSidebarRightIcon,
  toast,
  PinIcon,
  XIcon,
} from '@groma/ui';
import { navigate } from '../../platform/router.ts';
import { readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { registerCommand } from '../../registry/command.ts';
import { drawerStore, type Drawer } from '../../registry/drawer.ts';
import { closePanel, keepPanel, readActivePanel, setMissingDockHandler, stepPanel } from '../../registry/panel.ts';
import { startTour } from '../tour/offer-tour.ts';
import { pressDrawer } from './drawer-layout.ts';

const steps = [
  ['next-tab', 'Ctrl+]'],
  ['previous-tab', 'Ctrl+['],
  ['next-group', 'F6'],
  ['previous-group', 'Shift+F6'],
] as const;

const inWorkspace = () => readProject() !== null;

/** What the shell brings to a workspace before the features come. */
export function prepareWorkspace(): void {
  setMissingDockHandler(() => {
    toast.info(t('shell.noDock'));
  });
  registerCommands();
}

function registerCommands(): void {
  registerCommand({
    id: 'shell.go-to-dashboard',
    title: 'shell.toDashboard',
    icon: HomeIcon,
    isEnabled: inWorkspace,
    run: () => navigate('/dashboard/workspaces'),
  });
  registerCommand({
    id: 'shell.take-tour',
    title: 'tour.start',
    icon: CompassIcon,
    isEnabled: inWorkspace,
    run: startTour,
  });
  registerCommand({
    id: 'shell.keep-tab',
    title: 'shell.keepTab',
    icon: PinIcon,
    shortcut: 'Alt+K',
    isEnabled: () => readActivePanel()?.isPreview === true,
    run: () => {
      const active = readActivePanel();
      if (active) keepPanel(active.id);
    },
  });
  registerCommand({
    id: 'shell.close-tab',
    title: 'shell.closeTab',
    icon: XIcon,
    shortcut: 'Alt+W',
    isEnabled: () => readActivePanel() !== null,
    run: () => {
      const active = readActivePanel();
      if (active) closePanel(active.id);
    },
  });
  for (const [to, shortcut] of steps) {
    registerCommand({
      id: `shell.${to}`,
      title: `shell.step.${to}`,
      icon: ArrowsSortIcon,
      shortcut,
      isHidden: true,
      isEnabled: () => readActivePanel() !== null,
      run: () => stepPanel(to),
    });
  }
  registerCommand({
    id: 'shell.toggle-left',
    title: 'shell.toggleLeft',
    icon: LayoutSidebarIcon,
    shortcut: 'Ctrl+B',
    isEnabled: inWorkspace,
    run: () => toggle('left'),
  });
  registerCommand({
    id: 'shell.toggle-right',
    title: 'shell.toggleRight',
    icon: LayoutSidebarRightIcon,
    shortcut: 'Ctrl+Alt+B',
    isEnabled: inWorkspace,
    run: () => toggle('right'),
  });
}

const lastOpen = { left: 'maps', right: 'layer-styles' } as { left: Drawer['id']; right: Drawer['id'] };

function toggle(side: 'left' | 'right'): void {
  const open = drawerStore.getState().open[side];
  if (open) lastOpen[side] = open;
  pressDrawer(side, open ?? lastOpen[side]);
}
