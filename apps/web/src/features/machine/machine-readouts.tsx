import { cpuReadout, memoryReadout } from '@groma/model';
import { ProgressBar, useInterface } from '@groma/ui';
import { useText } from '../../platform/text.ts';
import { KernelList } from './kernel-list.tsx';
import type { MachineInfo } from './machine-state.ts';
import { formatUptime, gigabytes, toneOf } from './readout.ts';

interface MachineReadoutsProps {
  machine: MachineInfo;
  projectId: string;
  isStarting: boolean;
}

/** Status, time, load and kernels of the machine (KRN-012). */
export function MachineReadouts({ machine, projectId, isStarting }: MachineReadoutsProps) {
  const t = useText();
  const { locale } = useInterface();
  const { memoryGb: used, memoryLimitGb: all } = machine;
  const status = isStarting && machine.status === 'Terminated' ? 'Pending' : machine.status;
  const started =
    machine.startedAt === null
      ? null
      : new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(machine.startedAt));
  return (
    <div className="machine-section machine-readouts">
      <p className="machine-status" role="status">
        <span className="machine-dot" data-tone={toneOf(status)} />
        {t(`machine.status.${status}`)}
      </p>
      <dl>
        <dt>{t('machine.started')}</dt>
        <dd>
          {started === null
            ? '–'
            : t('machine.startedAt', { time: started, uptime: formatUptime(machine.uptime ?? 0) })}
        </dd>
        <dt>{t('machine.cpu')}</dt>
        <dd>
          <Load text={cpuReadout(machine)} label={t('machine.cpu')} share={machine.cpuPercent} />
        </dd>
        <dt>{t('machine.memory')}</dt>
        <dd>
          <Load
            text={
              used === null || all === null
                ? memoryReadout(machine)
                : t('machine.memoryOf', { used: used.toFixed(1), all: gigabytes(all) })
            }
            label={t('machine.memory')}
            share={used === null || all === null ? null : (used / all) * 100}
          />
        </dd>
        {machine.kernels.length === 0 && (
          <>
            <dt>{t('machine.kernels')}</dt>
            <dd>{t('machine.noKernels')}</dd>
          </>
        )}
      </dl>
      {machine.kernels.length > 0 && <KernelList kernels={machine.kernels} projectId={projectId} />}
    </div>
  );
}

function Load({ text, label, share }: { text: string; label: string; share: number | null }) {
  return (
    <span className="machine-load">
      <span>{text}</span>
      {share !== null && (
        <ProgressBar label={label} value={Math.min(100, share)} tone={share > 90 ? 'red' : undefined} />
      )}
    </span>
  );
}
