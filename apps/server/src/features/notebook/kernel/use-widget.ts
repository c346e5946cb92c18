import type { ProjectId } from '@groma/model';
import type { WidgetReading, WidgetsTold } from '@groma/protocol';
import type { KernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { ToldWidgets } from '../../../platform/kernel/supervisor/supervised-kernels.ts';
import type { WidgetUse } from '../../../platform/kernel/widget-question.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';

type Machines = Pick<NotebookMachines, 'knownKernel'>;

/** A widget of a notebook's Python kernel as it is now. No kernel is made. */
export async function readWidget(
  machines: Machines,
  { projectId, notebookId, model }: { projectId: ProjectId; notebookId: string; model: string },
): Promise<WidgetReading> {
  const kernel = await machines.knownKernel(projectId, notebookId);
  if (!kernel || kernel.status === 'dead') return { state: 'lost' };
  const name = nameOf(kernel);
  const found = await kernel.ask({ kind: 'widget', question: { ask: 'read', model } });
  if (found === null || nameOf(kernel) !== name) return { state: 'lost' };
  return { state: 'live', kernel: name, ...(found as Pick<WidgetReading & { state: 'live' }, 'sequence' | 'models'>) };
}

/**
 * Passes on what somebody does with a widget; `settled` resolves when the kernel has dealt with it. Null when the
 * kernel that had the widget, named as `readWidget` does, is gone.
 */
export async function useWidget(
  machines: Machines,
  { projectId, notebookId }: { projectId: ProjectId; notebookId: string },
  name: string,
  use: WidgetUse,
): Promise<{ settled: Promise<unknown> } | null> {
  const kernel = await machines.knownKernel(projectId, notebookId);
  if (!kernel || kernel.status === 'dead' || nameOf(kernel) !== name) return null;
  const isTaken = await kernel.ask({ kind: 'widget', question: { ask: 'use', use } });
  if (isTaken === null) return null;
  return { settled: kernel.ask({ kind: 'widget', question: { ask: 'settle', message: use.message } }) };
}

/** Tells those who have a notebook open what its widgets do; kernels of sessions beside it tell nobody. */
export function publishWidgets(
  { kernelKey, kernel, batch }: ToldWidgets,
  tell: (notebookId: string, text: string) => void,
): void {
  if (kernelKey.includes('/')) return;
  tell(kernelKey, JSON.stringify({ type: 'Widgets_Told', kernel, ...batch } satisfies WidgetsTold));
}

/** Names one start of a kernel: its models are lost with it. */
function nameOf({ id, epoch }: KernelSession): string {
  return `${id}.${epoch}`;
}
