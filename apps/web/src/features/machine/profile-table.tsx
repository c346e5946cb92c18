import { offeredMachines, type MachineHost, type OfferedMachine } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { useText } from '../../platform/text.ts';

interface ProfileTableProps {
  chosen: string;
  /** Ids the plan lists (KRN-028). */
  allowed: readonly string[];
  /** What the computer gives a machine at most; null where machines are made elsewhere. */
  host: MachineHost | null;
  /** The machine runs, or the person may only look. */
  isFixed: boolean;
  onChoose(id: string): void;
}

/** The types of machine there are here (KRN-018 to KRN-027, KRN-096); those outside the plan are shown and say so. */
export function ProfileTable({ chosen, allowed, host, isFixed, onChoose }: ProfileTableProps) {
  const t = useText();
  return (
    <fieldset className="machine-profiles" disabled={isFixed}>
      <legend>{t('machine.types')}</legend>
      {offeredMachines(host, allowed, chosen).map((offered) => (
        <ProfileRow
          key={offered.profile.id}
          offered={offered}
          isChosen={offered.profile.id === chosen}
          isAllowed={allowed.includes(offered.profile.id)}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  );
}

function ProfileRow({
  offered: {
    profile: { id, gpu, timeToBeReady },
    cpu,
    memory,
  },
  isChosen,
  isAllowed,
  onChoose,
}: {
  offered: OfferedMachine;
  isChosen: boolean;
  isAllowed: boolean;
  onChoose(id: string): void;
}) {
  const t = useText();
  const number = useNumberFormat();
  return (
    <label className="machine-profile" data-chosen={isChosen || undefined} data-off={!isAllowed || undefined}>
      <input
        type="radio"
        name="machine-profile"
        checked={isChosen}
        disabled={!isAllowed}
        onChange={() => onChoose(id)}
      />
      <span className="machine-profile-name">
        {gpu ? t('machine.gpuName', { type: gpu.type, count: gpu.count }) : id}
      </span>
      <span className="machine-profile-size">
        {t('machine.size', { cpu: number.format(cpu), memory: number.format(Math.floor(memory)) })}
      </span>
      <span className="machine-profile-time">
        {isAllowed ? t('machine.readyIn', { time: timeToBeReady }) : t('machine.notInPlan')}
      </span>
      {gpu && (
        <span className="machine-profile-gpu">{t('machine.gpuSize', { memory: number.format(gpu.memory) })}</span>
      )}
    </label>
  );
}
