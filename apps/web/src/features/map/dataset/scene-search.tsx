import type { Dataset } from '@groma/model';
import { dataset, type BodyOf, type Scene, type SceneSource } from '@groma/protocol';
import { Button, EmptyState, ErrorState, MapIcon, Note, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useActivePanel, useOpenPanels } from '../../../registry/panel.ts';
import { currentMapId } from '../maps/map-panels.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { catalogueStore } from './catalogue-store.ts';
import { SceneForm, type SceneWish } from './scene-form.tsx';
import { SceneResults } from './scene-results.tsx';
import { searchArea } from './search-area.ts';

/** Looks for scenes of a data set, or of any collection, where a map is open. */
export function SceneSearch({ entry }: { entry: Dataset | null }) {
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
  if (error)
    return (
      <ErrorState
        title={errorText(error)}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!data) return <SkeletonRows rows={6} withIcon={false} />;
  return <MapScenes key={mapId} mapId={mapId} entry={entry} sources={data} />;
}

interface Page {
  scenes: readonly Scene[];
  next: string | null;
  total: number | null;
  skipped: number;
  isCut: boolean;
}
type Body = Omit<BodyOf<typeof dataset.searchScenes>, 'limit'>;

function MapScenes({
  mapId,
  entry,
  sources,
}: {
  mapId: string;
  entry: Dataset | null;
  sources: readonly SceneSource[];
}) {
  const t = useText();
  const session = useMapSession(mapId);
  const { id: projectId } = useProject();
  const [found, setFound] = useState<(Page & { sourceId: string; body: Body }) | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const ask = async (sourceId: string, body: Body, before: readonly Scene[]) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setBusy(true);
    setFailure(null);
    try {
      const answer = await api.call(dataset.searchScenes, { params: { projectId, sourceId }, body, signal });
      const scenes = [...before, ...answer.data];
      setFound({
        scenes,
        next: answer.next,
        total: answer.total,
        skipped: answer.skipped,
        isCut: answer.is_cut,
        sourceId,
        body,
      });
    } catch (error) {
      if (!signal.aborted) setFailure(errorText(error));
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  const search = async (wish: SceneWish) => {
    const area = await searchArea(wish.area, session, catalogueStore.getState().drawn);
    if (!area) return setFailure(t(`dataset.noArea.${wish.area}`));
    catalogueStore.setState({ mapId, scenes: [], hovered: null, chosen: null, area: area.shown });
    setFound(null);
    const body: Body = {
      collections: wish.collections,
      ...area.query,
      ...(wish.from !== '' && { from: wish.from }),
      ...(wish.to !== '' && { to: wish.to }),
      ...(wish.mostCloud !== null && { most_cloud: wish.mostCloud }),
    };
    await ask(wish.sourceId, body, []);
  };
  return (
    <div className="dataset-body">
      <SceneForm
        mapId={mapId}
        session={session}
        entry={entry}
        sources={sources}
        isBusy={isBusy}
        onSearch={(wish) => {
          void search(wish);
        }}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
      {isBusy && found === null && <SkeletonRows rows={4} withIcon={false} />}
      {found && (
        <>
          <SceneResults session={session} projectId={projectId} scenes={found.scenes} total={found.total} />
          {found.skipped > 0 && <small>{t('dataset.skipped', { count: found.skipped })}</small>}
          {found.isCut && <small>{t('dataset.cut')}</small>}
          {found.next !== null && (
            <Button
              loading={isBusy}
              onClick={() => {
                void ask(found.sourceId, { ...found.body, page: found.next! }, found.scenes);
              }}
            >
              {t('dataset.moreScenes')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
