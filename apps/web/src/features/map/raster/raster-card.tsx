import { IconButton, Note, SkeletonRows, Truncated, useNumberFormat, XIcon } from '@groma/ui';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { degreesText } from '../view/map-maths.ts';
import type { MapPicture } from '../view/open-pictures.ts';
import { RasterProbe } from './raster-probe.ts';
import '../view/map-card.css';

/** What the raster holds where somebody has pressed, band by band. */
export function RasterCard({ map, picture }: { map: ReadMap; picture: MapPicture }) {
  const t = useText();
  const probe = picture.tools.get(RasterProbe);
  const pressed = useStore(probe.store, (state) => state.pressed);
  const name = useMapState(map, ({ hierarchy }) => hierarchy[pressed?.layerId ?? '']?.text ?? '');
  const number = useNumberFormat({ maximumSignificantDigits: 7 });
  const isOpen = pressed !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) probe.release();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [probe, isOpen]);
  if (!pressed) return null;
  const { place, values, failure } = pressed;
  return (
    <section className="map-card" aria-label={t('viewer.values')}>
      <header>
        <div>
          <b dir="auto">
            <Truncated text={name} />
          </b>
          <small>
            {degreesText(place[1], 'N', 'S', 5)}, {degreesText(place[0], 'E', 'W', 5)}
          </small>
        </div>
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={() => probe.release()} />
      </header>
      <div className="viewer-values" role="status">
        {failure !== null && <Note kind="error">{errorText(failure)}</Note>}
        {failure === null && !values && <SkeletonRows rows={2} withIcon={false} />}
        {values && (
          <dl tabIndex={0}>
            {values.map(({ name: band, value }, at) => (
              <div key={at}>
                <dt>
                  <Truncated text={band} />
                </dt>
                <dd data-empty={value === null || undefined}>
                  {value === null ? t('raster.noData') : number.format(value)}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
