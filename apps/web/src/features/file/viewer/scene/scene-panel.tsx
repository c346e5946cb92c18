import { conversion } from '@groma/protocol';
import { Button, CodeIcon, LoadingScreen, MapPlusIcon, Menu } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { SceneStore } from '../../../../platform/scene/scene-store.ts';
import type { ScenePlace } from '../../../../platform/scene/scene-files.ts';
import { useCan } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { openSource } from '../../action/open-as.ts';
import { isOfFamily } from '../../entry/file-type.ts';
import { isTileset } from '../../entry/opening-rule.ts';
import { mapChoices } from '../geodata/add-to-map.tsx';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { SceneStage } from './scene-stage.tsx';

/** Clouds of points, models and tilesets, which can be turned and measured. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Scene file={file} />}</ViewerFrame>;
}

/** Where what is shown of a file is: of most clouds and meshes the server makes it first. */
async function findScene(
  { projectId, path }: OpenedFile,
  signal: AbortSignal,
): Promise<ScenePlace & { isUpright?: boolean }> {
  if (!isOfFamily(path, 'cloud')) return { projectId, bucket: 'groma', path };
  const { data } = await api.call(conversion.openScene, { params: { projectId }, body: { path }, signal });
  return { projectId, bucket: data.bucket_name, path: data.path, isUpright: data.is_upright };
}

function Scene({ file }: { file: OpenedFile }) {
  const t = useText();
  const { projectId, path, identity } = file;
  const mayAdd = useCan('update', 'map');
  const maps = useQuery({
    queryKey: ['map-choices', projectId],
    queryFn: () => mapChoices(projectId, path),
    enabled: mayAdd,
    staleTime: 5_000,
  });
  const place = useQuery({
    queryKey: ['scene', projectId, path, identity],
    queryFn: ({ signal }) => findScene(file, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <ViewerTools>
        {mayAdd && (
          <Menu
            target={
              <Button size="s" variant="primary" icon={<MapPlusIcon />}>
                {t('file.addToMap')}
              </Button>
            }
            items={maps.data ?? []}
          />
        )}
        {(isTileset(path) || path.toLowerCase().endsWith('.gltf')) && (
          <Button size="s" variant="quiet" icon={<CodeIcon />} onClick={() => openSource(path, file.bytes)}>
            {t('file.viewer.source')}
          </Button>
        )}
      </ViewerTools>
      {place.error && (
        <ViewerFailure
          error={place.error}
          onRetry={() => {
            void place.refetch();
          }}
        />
      )}
      {place.isFetching && <LoadingScreen label={t('file.scene.preparing')} />}
      {place.data && !place.isFetching && <Opened key={place.data.path} place={place.data} path={path} />}
    </>
  );
}

function Opened({ place, path }: { place: ScenePlace & { isUpright?: boolean }; path: string }) {
  const t = useText();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ store: SceneStore } | { error: unknown } | null>(null);
  const [changes] = useState(() => new EventTarget());
  useEffect(() => {
    let store: SceneStore | null = null;
    let isGone = false;
    SceneStore.open(place, () => changes.dispatchEvent(new Event('change')), place.isUpright).then(
      (opened) => {
        store = opened;
        if (isGone) opened.close();
        else setState({ store: opened });
      },
      (error: unknown) => {
        if (!isGone) setState({ error });
      },
    );
    return () => {
      isGone = true;
      store?.close();
      setState(null);
    };
  }, [place, changes, attempt]);
  if (state === null) return <LoadingScreen label={t('file.scene.opening')} />;
  if ('error' in state) return <ViewerFailure error={state.error} onRetry={() => setAttempt(attempt + 1)} />;
  return <SceneStage path={path} store={state.store} changes={changes} />;
}
