import { dataset } from '@groma/protocol';
import { ErrorState, IconButton, ChevronLeftIcon, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { catalogueStore, clearScenes } from './catalogue-store.ts';
import { DatasetList } from './dataset-list.tsx';
import { DatasetPage } from './dataset-page.tsx';
import { OrderPage } from './order-page.tsx';
import { SceneSearch } from './scene-search.tsx';
import './dataset-drawer.css';

/** The catalogue of data sets, and the scenes that can be had of them (SAT-001). */
export function DatasetDrawer({ close }: DrawerProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const page = catalogueStore((state) => state.page);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['datasets'],
    queryFn: async ({ signal }) => (await api.call(dataset.listDatasets, { params: { projectId }, signal })).data,
    staleTime: Infinity,
  });
  useEffect(() => clearScenes, []);
  const open = page.kind === 'list' ? null : page.kind === 'dataset' ? page.id : page.datasetId;
  const entry = data?.find(({ id }) => id === open) ?? null;
  const back = () => {
    clearScenes();
    catalogueStore.setState({
      page: page.kind !== 'dataset' && entry ? { kind: 'dataset', id: entry.id } : { kind: 'list' },
    });
  };
  const titles = {
    scenes: t('dataset.scenes'),
    download: t('dataset.download'),
    visualise: t('dataset.visualise'),
    dataset: entry?.name,
    list: null,
  };
  return (
    <div className="dataset-drawer">
      <DrawerHeader title={t('shell.drawer.data-catalog')} onClose={close} />
      {isPending && <SkeletonRows rows={8} withIcon={false} />}
      {error && (
        <ErrorState
          title={errorText(error)}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data && page.kind !== 'list' && (
        <div className="dataset-head">
          <IconButton
            size="s"
            label={t('dataset.back')}
            icon={<ChevronLeftIcon className="g-mirrored" />}
            onClick={back}
          />
          <h3>{titles[page.kind]}</h3>
        </div>
      )}
      {data && page.kind === 'list' && <DatasetList datasets={data} />}
      {data && page.kind === 'dataset' && entry && <DatasetPage entry={entry} />}
      {entry && (page.kind === 'download' || page.kind === 'visualise') && (
        <OrderPage key={`${page.kind} ${entry.id}`} entry={entry} isDownload={page.kind === 'download'} />
      )}
      {data && page.kind === 'scenes' && <SceneSearch key={open ?? ''} entry={entry} />}
    </div>
  );
}
