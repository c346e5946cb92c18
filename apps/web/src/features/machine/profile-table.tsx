import { machineProfiles, type MachineProfile } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { useText } from '../../platform/text.ts';

interface ProfileTableProps {
  chosen: string;
  /** Ids the plan lists (KRN-028). */
  allowed: readonly string[];
  /** The machine runs, or the person may only look. */
  isFixed: boolean;
  onChoose(id: string): void;
}

/** The types of machine (KRN-018 to KRN-027); those outside the plan are shown and say so. */
export function ProfileTable({ chosen, allowed, isFixed, onChoose }: ProfileTableProps) {
  const t = useText();
  return (
    <fieldset className="machine-profiles" disabled={isFixed}>
      <legend>{t('machine.types')}</legend>
      {machineProfiles.map((profile) => (
        <ProfileRow
          key={profile.id}
          profile={profile}
          isChosen={profile.id === chosen}
          isAllowed={allowed.includes(profile.id)}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  );
}

function ProfileRow({
  profile: { id, cpu, memory, gpu, timeToBeReady },
  isChosen,
  isAllowed,
  onChoose,
}: {
  profile: MachineProfile;
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
        {t('machine.size', { cpu: number.format(cpu), memory: number.format(memory) })}
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
