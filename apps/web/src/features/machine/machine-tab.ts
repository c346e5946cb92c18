import { create } from 'zustand';

export type MachineTab = 'machine' | 'packages';

/** What the drawer of the machine shows. */
export const machineTabStore = create<{ tab: MachineTab }>(() => ({ tab: 'machine' }));

export function showMachineTab(tab: MachineTab): void {
  machineTabStore.setState({ tab });
}
