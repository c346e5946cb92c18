import { findMachineProfile, isLive } from '@groma/model';
import { Button, ErrorState, Note, PlayerPlayIcon, PlayerStopIcon, Segmented, SkeletonRows, toast } from '@groma/ui';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { DrawerHeader } from '../../platform/frame/drawer-header.tsx';
import { useCan, useProject, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { DrawerProps } from '../../registry/drawer.ts';
import { chooseProfile, ownerOf, profileToShow, useChoice } from './chosen-profile.ts';
import { MachineReadouts } from './machine-readouts.tsx';
import { machineTabStore, showMachineTab } from './machine-tab.ts';
import { startMachine, stopMachine, useMachine, type MachineInfo } from './machine-state.ts';
import { ProfileTable } from './profile-table.tsx';
import './machine.css';

const PackagesTab = lazy(async () => ({ default: (await import('./packages/packages-tab.tsx')).PackagesTab }));

function LoadedPackages({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <PackagesTab projectId={projectId} />
    </Suspense>
  );
}

/** The machine on which the code of this project's notebooks runs (KRN-001). */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  const project = useProject();
  const tab = machineTabStore((state) => state.tab);
  const { data, error, refetch, isRefetching } = useMachine(project.id);
  return (
    <>
      <DrawerHeader title={t('machine.title')} onClose={close} />
      <div className="machine-section">
        <Segmented
          label={t('machine.title')}
          fullWidth
          size="s"
          options={[
            { value: 'machine', label: t('machine.machine') },
            { value: 'packages', label: t('packages.title') },
          ]}
          value={tab}
          onChange={showMachineTab}
        />
      </div>
      {tab === 'packages' ? (
        <LoadedPackages projectId={project.id} />
      ) : data ? (
        <Machine machine={data} projectId={project.id} tenant={project.tenant} />
      ) : error ? (
        <ErrorState
          title={t('machine.notRead')}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isRefetching}
        >
          {errorText(error)}
        </ErrorState>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  );
}

function Machine({ machine, projectId, tenant }: { machine: MachineInfo; projectId: string; tenant: string }) {
  const t = useText();
  const owner = ownerOf(useSession().id, tenant);
  const choice = useChoice();
  const mayRun = useCan('run', 'machine');
  const [isAsking, setAsking] = useState(false);
  const isRunning = isLive(machine.status);
  const profileId = profileToShow(choice, owner, {
    isLive: isRunning,
    profileId: machine.profileId,
    defaultProfileId: machine.defaultProfileId,
  });
  const ask = async (action: () => Promise<void>) => {
    setAsking(true);
    await action().catch((error: unknown) => {
      toast.error(errorText(error));
    });
    setAsking(false);
  };
  const isStarting = machine.status === 'Pending' || machine.status === 'Running' || (isAsking && !isRunning);
  return (
    <div className="machine">
      <MachineReadouts machine={machine} projectId={projectId} isStarting={isStarting} />
      {machine.problem && (
        <div className="machine-section">
          <Note kind="error">{machine.problem}</Note>
        </div>
      )}
      {mayRun ? (
        <div className="machine-section">
          {isRunning ? (
            <Button
              fullWidth
              icon={<PlayerStopIcon />}
              loading={isAsking && !isStarting}
              onClick={() => {
                void ask(() => stopMachine(projectId));
              }}
            >
              {t('machine.stop')}
            </Button>
          ) : (
            <Button
              fullWidth
              variant="primary"
              icon={<PlayerPlayIcon />}
              loading={isStarting}
              onClick={() => {
                void ask(() => startMachine(projectId, profileId));
              }}
            >
              {t('machine.start', { profile: findMachineProfile(profileId)?.id ?? profileId })}
            </Button>
          )}
        </div>
      ) : (
        <div className="machine-section">
          <Note>{t('machine.onlyLook')}</Note>
        </div>
      )}
      <ProfileTable
        chosen={profileId}
        allowed={machine.profiles}
        host={machine.host}
        isFixed={isRunning || !mayRun}
        onChoose={(id) => chooseProfile(owner, id)}
      />
    </div>
  );
}
