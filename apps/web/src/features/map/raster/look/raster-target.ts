import type { RasterStyle } from '@groma/model';
import type { MapSession } from '../../session/map-session.ts';

/** The image whose look is being changed. */
export interface RasterTarget {
  session: MapSession;
  layerId: string;
  url: string;
  style: RasterStyle;
  /** Why nothing may be changed; null where it may. */
  readOnlyReason: string | null;
  change: (change: Partial<RasterStyle>) => void;
}

/** Bands as people read them: a name where the file gives one. */
export function bandOptions({ cogProps }: RasterStyle): { value: string; label: string }[] {
  return (cogProps?.bandNames ?? ['b1']).map((name, index) => ({
    value: String(index + 1),
    label: name === `b${index + 1}` || name === '' ? `${index + 1}` : `${index + 1} · ${name}`,
  }));
}
