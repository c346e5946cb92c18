import type { Dataset } from '@groma/model';
import { dataset, type SceneSource } from '@groma/protocol';
import { EmptyState, ErrorState, MapIcon, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useActivePanel, useOpenPanels } from '../../../registry/panel.ts';
import { currentMapId } from '../maps/map-panels.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { OrderForm } from './order-form.tsx';

interface OrderPageProps {
  entry: Dataset;
  isDownload: boolean;
}

/** Orders images of a data set, or a picture of them, where a map is open. */
export function OrderPage({ entry, isDownload }: OrderPageProps) {
  const t = useText();
  useActivePanel();
  useOpenPanels();
  const { id: projectId } = useProject();
  const mapId = currentMapId();
  const { data, error, refetch } = useQuery({
    queryKey: ['scene-sources', projectId],
    queryFn: async ({ signal }) => (await api.call(dataset.listSceneSources, { params: { projectId }, signal })).data,
  });
  if (mapId === null)
    return (
      <EmptyState icon={<MapIcon size={18} />} title={t('function.noMap')}>
        {t('dataset.noMapText')}
      </EmptyState>
    );
  if (error) return <ErrorState title={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} withIcon={false} />;
  return <OrderOfMap key={mapId} mapId={mapId} entry={entry} isDownload={isDownload} sources={data} />;
}

function OrderOfMap({ mapId, ...props }: OrderPageProps & { mapId: string; sources: readonly SceneSource[] }) {
  const session = useMapSession(mapId);
  return <OrderForm session={session} {...props} />;
}
