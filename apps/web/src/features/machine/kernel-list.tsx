import { notebook } from '@groma/protocol';
import { confirm, IconButton, NotebookIcon, PlayerStopIcon, toast } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../platform/api.ts';
import { useCan } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { stopKernel, type MachineInfo } from './machine-state.ts';

type Kernel = MachineInfo['kernels'][number];

/**
 * The kernels of the machine, each with its notebook, its memory, and a button that ends it. The notebooks are read
 * under the key of their own list.
 */
export function KernelList({ kernels, projectId }: { kernels: readonly Kernel[]; projectId: string }) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['notebooks', projectId],
    queryFn: async () => (await api.call(notebook.listNotebooks, { params: { projectId } })).data,
  });
  const nameOf = (id: string) => data?.find((each) => each.id === id)?.name ?? t('machine.aNotebook');
  return (
    <section className="machine-kernels" aria-label={t('machine.kernels')}>
      <h3>{t('machine.kernels')}</h3>
      <ul>
        {kernels.map((kernel) => (
          <KernelRow
            key={`${kernel.notebookId} ${kernel.language}`}
            kernel={kernel}
            name={nameOf(kernel.notebookId)}
            projectId={projectId}
          />
        ))}
      </ul>
    </section>
  );
}

function KernelRow({
  kernel: { notebookId, language, isBusy, memoryGb },
  name,
  projectId,
}: {
  kernel: Kernel;
  name: string;
  projectId: string;
}) {
  const t = useText();
  const mayRun = useCan('run', 'machine');
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    if (
      !(await confirm({
        title: t('machine.endKernelTitle', { name }),
        body: t('machine.endKernelText'),
        confirmLabel: t('machine.endKernel'),
        danger: true,
      }))
    )
      return;
    setEnding(true);
    await stopKernel(projectId, notebookId, language).catch((error: unknown) => {
      toast.error(errorText(error));
    });
    setEnding(false);
  };
  return (
    <li>
      <NotebookIcon size={14} />
      <span className="machine-kernel-name">{name}</span>
      <span className="machine-kernel-state">
        {t(`machine.language.${language}`)}
        {isBusy ? ` · ${t('machine.busy')}` : ''}
      </span>
      <span className="machine-kernel-memory">
        {memoryGb === null ? '–' : t('machine.kernelMemory', { used: memoryGb.toFixed(2) })}
      </span>
      {mayRun && (
        <IconButton
          label={t('machine.endKernelOf', { name })}
          icon={<PlayerStopIcon />}
          loading={isEnding}
          onClick={() => {
            void end();
          }}
        />
      )}
    </li>
  );
}
