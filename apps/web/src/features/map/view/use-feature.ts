import { useEffect, useState } from 'react';
import type { FeatureDescription } from '../layer/layer-messages.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';

/** The properties of a feature, read again after each edit of its layer. */
export function useFeature(
  session: Pick<ReadMap, 'ask' | 'store'>,
  place: { layerId: string; fid: number } | null,
): FeatureDescription | null {
  const { layerId, fid } = place ?? { layerId: '', fid: 0 };
  const version = useMapState(session, (state) => state.loaded[layerId]?.version ?? 0);
  const [found, setFound] = useState<{ key: string; feature: FeatureDescription | null } | null>(null);
  const key = `${layerId} ${fid}`;
  useEffect(() => {
    if (layerId === '') return undefined;
    let isGone = false;
    session.ask(layerId, 'describe', { fid }).then(
      (feature) => {
        if (!isGone) setFound({ key, feature });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [session, layerId, fid, version, key]);
  return found?.key === key ? found.feature : null;
}
