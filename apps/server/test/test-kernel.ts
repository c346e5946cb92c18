// What tests of kernels share: a real ipykernel in a real sandbox, and the reason to skip where there is none.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotebookOutput } from '@groma/model';
import { inject } from 'vitest';
import type { KernelLaunch } from '../src/platform/kernel/kernel-process.ts';
import { LocalKernelSession } from '../src/platform/kernel/kernel-session.ts';
import type { ExecuteResult, KernelSession } from '../src/platform/kernel/kernel-session.ts';
import { readProcessUse } from '../src/platform/kernel/process-tree.ts';
import { checkSandbox } from '../src/platform/kernel/sandbox.ts';

/** Folder of the Python environment that tests use: that of the product. */
export const testPythonEnvironment =
  process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../../.cache/python');

const python = join(testPythonEnvironment, 'bin', 'python');
const sandbox = await checkSandbox();

/** Why kernels cannot be tested here, or null when they can. */
export const skipReason = !existsSync(python)
  ? `no Python environment at ${testPythonEnvironment}`
  : sandbox.isAvailable
    ? null
    : sandbox.problem;

/** The title of a group of kernel tests, with the reason when it is skipped. */
export function kernelGroup(title: string): string {
  return skipReason ? `${title} (skipped: ${skipReason})` : title;
}

/** A launch with a fresh data folder and limits that a test can reach quickly. */
export async function testLaunch(changes: Partial<KernelLaunch> = {}): Promise<KernelLaunch> {
  const dataFolder = await mkdtemp(join(inject('testFolder'), 'kernel-'));
  const limits = { memoryBytes: 800 * 1024 * 1024, processes: 100, cpu: 2 };
  return { python, dataFolder, limits, network: null, isSandboxed: true, ...changes };
}

export async function startTestKernel(changes: Partial<KernelLaunch> = {}): Promise<LocalKernelSession> {
  return LocalKernelSession.start({ id: 'kernel', notebookId: 'notebook', launch: await testLaunch(changes) });
}

/** Runs code and gathers its outputs, consecutive texts of a kind joined. */
export async function run(
  kernel: KernelSession,
  code: string,
  signal?: AbortSignal,
): Promise<ExecuteResult & { outputs: NotebookOutput[]; text: string }> {
  const outputs: NotebookOutput[] = [];
  const take = (output: NotebookOutput): void => {
    const last = outputs.at(-1);
    if (last?.kind === output.kind && (last.kind === 'text' || last.kind === 'stderr') && 'text' in output)
      last.text += output.text;
    else outputs.push({ ...output });
  };
  const result = await kernel.execute(code, {
    onOutput: (batch) => batch.forEach(take),
    onClear: () => {
      outputs.length = 0;
    },
    ...(signal ? { signal } : {}),
  });
  const text = outputs.map((output) => ('text' in output ? output.text : '')).join('');
  return { ...result, outputs, text };
}

/**
 * The processes on this computer that the kernel of a data folder consists of: bubblewrap's two, and what runs inside.
 */
export async function processesOf(dataFolder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(
    ids.map(async (id) => ({ id, words: (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0') })),
  );
  const outer = lines
    .filter(({ words }) => words[0]?.endsWith('bwrap') && words.includes(dataFolder))
    .map(({ id }) => id);
  return outer.length === 0 ? [] : (await readProcessUse(Math.min(...outer), 100)).processIds;
}
