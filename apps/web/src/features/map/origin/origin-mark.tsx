import { IconButton, RefreshDotIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { openLayerOrigin } from './layer-origin.tsx';
import { isStale, useOrigins } from './use-origins.ts';

/** Stands beside a layer that was made of something that has changed since. */
export function OriginMark({ session, layerId, tabIndex }: { session: MapSession; layerId: string; tabIndex: number }) {
  const t = useText();
  const { origins } = useOrigins(session);
  const origin = origins.find((each) => each.layer_id === layerId);
  if (!origin || !isStale(origin)) return null;
  return (
    <IconButton
      size="s"
      tabIndex={tabIndex}
      label={t('origin.staleMark')}
      icon={<RefreshDotIcon size={14} />}
      onClick={() => openLayerOrigin(session, layerId)}
    />
  );
}
