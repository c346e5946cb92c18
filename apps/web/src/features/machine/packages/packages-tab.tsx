import { isFinalStatus } from '@groma/model';
import type { PackageChange, PackagesReply } from '@groma/protocol';
import { ErrorState, Note, SkeletonRows, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { AddForm } from './add-form.tsx';
import { AddedPackages } from './added-packages.tsx';
import { BasePackages } from './base-packages.tsx';
import { ChangeView } from './change-view.tsx';
import { FileOffers } from './file-offers.tsx';
import { beginChange, usePackages } from './package-state.ts';
import './packages.css';

/** The Python packages of the project: what it has, what it can get, and the change that is under way (KRN-106). */
export function PackagesTab({ projectId }: { projectId: string }) {
  const t = useText();
  const { data, error, refetch, isRefetching } = usePackages(projectId);
  if (data) return <Packages packages={data} projectId={projectId} />;
  if (!error) return <SkeletonRows rows={8} />;
  return (
    <ErrorState
      title={t('packages.notRead')}
      onRetry={() => {
        void refetch();
      }}
      isRetrying={isRefetching}
    >
      {errorText(error)}
    </ErrorState>
  );
}

function Packages({ packages, projectId }: { packages: PackagesReply; projectId: string }) {
  const t = useText();
  const mayChange = useCan('run', 'machine');
  const [isAsking, setAsking] = useState(false);
  const { lastChange } = packages;
  const isChanging = lastChange !== null && !isFinalStatus(lastChange.status);
  const change = async (wanted: Partial<PackageChange>): Promise<boolean> => {
    setAsking(true);
    try {
      await beginChange(projectId, wanted);
      return true;
    } catch (problem) {
      toast.error(errorText(problem));
      return false;
    } finally {
      setAsking(false);
    }
  };
  const isBusy = isAsking || isChanging;
  return (
    <div className="packages">
      {packages.isOutdated && <Note kind="warning">{t('packages.outdated')}</Note>}
      {!mayChange && <Note>{t('packages.onlyLook')}</Note>}
      {lastChange && <ChangeView key={lastChange.operationId} projectId={projectId} change={lastChange} />}
      {mayChange && <AddForm hasIndex={packages.hasIndex} isBusy={isBusy} onChange={change} />}
      <FileOffers packages={packages} mayChange={mayChange} isBusy={isBusy} onChange={change} />
      <AddedPackages packages={packages} mayChange={mayChange} isBusy={isBusy} onChange={change} />
      <BasePackages base={packages.base} python={packages.python} />
    </div>
  );
}
