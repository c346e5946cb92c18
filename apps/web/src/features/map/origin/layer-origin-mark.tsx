import { OriginMark } from '../../../registry/origin/origin-mark.tsx';
import { isStale } from '../../../registry/origin/use-origin.ts';
import type { MapSession } from '../session/map-session.ts';
import { openLayerOrigin } from './layer-origin.ts';
import { useLayerOrigin } from './use-layer-origin.ts';

/** Stands beside a layer that was made of something that has changed since. */
export function LayerOriginMark(props: { session: MapSession; layerId: string; tabIndex: number }) {
  const { session, layerId, tabIndex } = props;
  const origin = useLayerOrigin(session, layerId);
  if (!origin || !isStale(origin)) return null;
  return <OriginMark tabIndex={tabIndex} isFile={false} onClick={() => openLayerOrigin(session, layerId)} />;
}
