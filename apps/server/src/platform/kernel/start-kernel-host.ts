import { HubKernel, type HubKernelLaunch } from './hub-kernel.ts';
import type { KernelHost } from './kernel-host.ts';
import { KernelProcess, type KernelLaunch } from './kernel-process.ts';

/** What it takes to start a kernel, here or on a Jupyter Server. */
export type AnyKernelLaunch = KernelLaunch | HubKernelLaunch;

export function startKernelHost(launch: AnyKernelLaunch): Promise<KernelHost> {
  return 'serverUrl' in launch ? HubKernel.start(launch) : KernelProcess.start(launch);
}
