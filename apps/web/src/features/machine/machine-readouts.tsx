import { cpuReadout, findMachineProfile, memoryReadout } from '@groma/model';
import { notebook } from '@groma/protocol';
import { NotebookIcon, ProgressBar, useInterface } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.ts';
import type { MachineInfo } from './machine-state.ts';
import { formatUptime, toneOf } from './readout.ts';

interface MachineReadoutsProps { machine: MachineInfo; projectId: string; isStarting: boolean }

/** Status, time, load and kernels of the machine (KRN-012). */
export function MachineReadouts({ machine, projectId, isStarting }: MachineReadoutsProps) {
  const t = useText();
  const { locale } = useInterface();
  const profile = findMachineProfile(machine.profileId);
  const status = isStarting && machine.status === 'Terminated' ? 'Pending' : machine.status;
  const started = machine.startedAt === null ? null : new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(machine.startedAt));
  return (
    <div className="machine-section machine-readouts">
      <p className="machine-status" role="status"><span className="machine-dot" data-tone={toneOf(status)} />{t(`machine.status.${status}`)}</p>
      <dl>
        <dt>{t('machine.started')}</dt>
        <dd>{started === null ? '–' : t('machine.startedAt', { time: started, uptime: formatUptime(machine.uptime ?? 0) })}</dd>
        <dt>{t('machine.cpu')}</dt>
        <dd><Load text={cpuReadout(machine)} label={t('machine.cpu')} share={machine.cpuPercent} /></dd>
        <dt>{t('machine.memory')}</dt>
        <dd><Load text={machine.memoryGb === null || !profile ? memoryReadout(machine) : t('machine.memoryOf', { used: machine.memoryGb.toFixed(1), all: profile.memory })} label={t('machine.memory')} share={machine.memoryGb === null || !profile ? null : (machine.memoryGb / profile.memory) * 100} /></dd>
        <dt>{t('machine.kernels')}</dt>
        <dd><Kernels ids={machine.activeKernels} projectId={projectId} /></dd>
      </dl>
    </div>
  );
}

function Load({ text, label, share }: { text: string; label: string; share: number | null }) {
  return <span className="machine-load"><span>{text}</span>{share !== null && <ProgressBar label={label} value={Math.min(100, share)} tone={share > 90 ? 'red' : undefined} />}</span>;
}

/** The notebooks that have a kernel. The list is read under the key the notebooks' own list has. */
function Kernels({ ids, projectId }: { ids: readonly string[]; projectId: string }) {
  const t = useText();
  const { data } = useQuery({ queryKey: ['notebooks', projectId], queryFn: async () => (await api.call(notebook.listNotebooks, { params: { projectId } })).data, enabled: ids.length > 0 });
  if (ids.length === 0) return <>{t('machine.noKernels')}</>;
  return (
    <ul className="machine-kernels">
      {ids.map((id) => <li key={id}><NotebookIcon size={14} /><span>{data?.find((each) => each.id === id)?.name ?? t('machine.aNotebook')}</span></li>)}
    </ul>
  );
}
