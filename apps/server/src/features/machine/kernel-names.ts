import type { KernelLanguage } from '../../platform/kernel/sandbox.ts';

/** How Jupyter calls the kernels of each language (the names of kernelspecs). */
export const kernelNames: Record<KernelLanguage, string> = { python: 'python3', javascript: 'deno', r: 'ir' };

/** The language that an environment's id or a kernelspec's name stands for; undefined for a name of neither. */
export function languageOfKernel(name: string): KernelLanguage | undefined {
  return (Object.keys(kernelNames) as KernelLanguage[]).find(
    (language) => name === language || name === kernelNames[language],
  );
}

/** All names that a kernel can be asked for by. */
export const knownKernelNames: readonly string[] = Object.entries(kernelNames).flat();

/** What the sessions are called whose code is only tried: it changes no file. */
const trialPrefix = 'trial-';

/** Whether a kernel, by its key `notebook/language/session`, is one in which code is only tried. */
export function isTrialKernel(key: string): boolean {
  return key.split('/')[2]?.startsWith(trialPrefix) ?? false;
}

/** Why no code can be tried where kernels have no sandbox of this server. */
export const noTrials =
  'Code is tried only where kernels run in a sandbox of this server, whose files it cannot change.';
