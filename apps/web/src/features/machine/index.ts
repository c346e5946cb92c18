import { CpuIcon, PackageIcon, PlayerPlayIcon } from '@groma/ui';
import { can, readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { showMachineTab } from './machine-tab.ts';
import { MachineItem, MachinePip } from './machine-item.tsx';
import { startChosenMachine } from './start-chosen.ts';

/** Adds the machine to the workspace: its drawer, its state on the rail and in the bottom bar. */
export function registerMachine(): void {
  registerDrawer({
    id: 'machine',
    side: 'left',
    order: 60,
    label: 'machine.title',
    icon: CpuIcon,
    atFoot: true,
    Pip: MachinePip,
    load: () => import('./machine-drawer.tsx'),
  });
  registerStatusItem({ id: 'machine', side: 'start', order: 10, Component: MachineItem });
  registerCommand({
    id: 'machine.start',
    title: 'machine.startIt',
    icon: PlayerPlayIcon,
    isEnabled: () => can('run', 'machine'),
    run: startChosenMachine,
  });
  registerCommand({
    id: 'machine.show',
    title: 'machine.show',
    icon: CpuIcon,
    isEnabled: () => readProject() !== null,
    run: () => {
      showMachineTab('machine');
      openDrawer('machine');
    },
  });
  registerCommand({
    id: 'machine.packages',
    title: 'packages.show',
    icon: PackageIcon,
    isEnabled: () => readProject() !== null,
    run: () => {
      showMachineTab('packages');
      openDrawer('machine');
    },
  });
}
