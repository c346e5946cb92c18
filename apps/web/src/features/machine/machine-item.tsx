import { isLive } from '@groma/model';
import { useText } from '../../platform/text.ts';
import { sessionStore } from '../../platform/session.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { useMachine } from './machine-state.ts';
import { formatUptime, gigabytes, toneOf } from './readout.ts';
import './machine-item.css';

/** The machine in the bottom bar: `CPUx3 accessible · 12 % · 5.8 of 24 GB`. */
export function MachineItem() {
  const projectId = sessionStore(({ project }) => project?.id);
  return projectId === undefined ? null : <Item projectId={projectId} />;
}

function Item({ projectId }: { projectId: string }) {
  const t = useText();
  const { data } = useMachine(projectId);
  if (!data) return null;
  const { status, profileId, cpuPercent, memoryGb, memoryLimitGb, uptime } = data;
  const parts = [
    t(`machine.short.${status}`),
    ...(cpuPercent === null ? [] : [`${Math.round(cpuPercent)} %`]),
    ...(memoryGb === null || memoryLimitGb === null
      ? []
      : [t('machine.memoryOf', { used: memoryGb.toFixed(1), all: gigabytes(memoryLimitGb) })]),
  ];
  return (
    <button
      type="button"
      className="machine-item"
      title={
        uptime === null ? t('machine.title') : t('machine.up', { profile: profileId, uptime: formatUptime(uptime) })
      }
      onClick={() => openDrawer('machine')}
    >
      <span className="machine-dot" data-tone={toneOf(status)} />
      <span>
        <b>{isLive(status) ? profileId : t('machine.machine')}</b> {parts.join(' · ')}
      </span>
    </button>
  );
}

/** The state of the machine on its rail button. */
export function MachinePip() {
  const projectId = sessionStore(({ project }) => project?.id);
  return projectId === undefined ? null : <Pip projectId={projectId} />;
}

function Pip({ projectId }: { projectId: string }) {
  const { data } = useMachine(projectId);
  const tone = data ? toneOf(data.status) : 'off';
  return tone === 'off' ? null : <i className="machine-pip" data-tone={tone} aria-hidden />;
}
