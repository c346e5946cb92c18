import { useOutage } from '../../../platform/outage.ts';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from './map-session.ts';
import { useMapState } from './use-map-state.ts';

/** Why a map can only be looked at, after the server has been away for some seconds; null while it can be edited. */
export function useOutageText(session: MapSession): string | null {
  const t = useText();
  const outage = useOutage(useMapState(session, ({ lostAt }) => lostAt));
  const isWaiting = useMapState(session, ({ waiting }) => waiting > 0);
  const isKept = useMapState(session, (state) => state.isKept);
  if (outage !== 'long') return null;
  return t(isWaiting ? (isKept ? 'map.offline.readOnlyKept' : 'map.offline.readOnlyNotKept') : 'map.offline.readOnly');
}
