import { rasterStretches, type RasterRange, type RasterStretch } from '@groma/model';
import { Note, NumberField, Segmented, SelectField, Skeleton } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { useText } from '../../../../platform/text.ts';
import { StyleRow, StyleSection } from '../../look/style-row.tsx';
import { readNumbers } from './raster-numbers.ts';
import { RasterHistogram } from './raster-histogram.tsx';
import type { RasterTarget } from './raster-target.ts';
import { useRestyle } from './use-restyle.ts';

const channels = ['red', 'green', 'blue'] as const;

/** Which values become the two ends of the colours: found by statistics, or by hand in the histogram. */
export function StretchLook({ target }: { target: RasterTarget }) {
  const t = useText();
  const { session, url, change, readOnlyReason } = target;
  const { restyle, failure, shown: style } = useRestyle(target);
  const [picked, setPicked] = useState<(typeof channels)[number]>('red');
  const isOff = readOnlyReason !== null;
  const isMany = style.displayMode === 'multi-channel';
  const channel = isMany ? channels.indexOf(picked) : 0;
  const { data, error } = useQuery({
    queryKey: [
      'raster-numbers',
      session.projectId,
      url,
      isMany ? null : style.expression,
      style.bands,
      style.nodata,
      style.percentiles,
    ],
    queryFn: ({ signal }) => readNumbers({ session, url, style: { ...style, currentStatName: 'min-max' } }, signal),
    staleTime: Infinity,
    retry: false,
    placeholderData: (before) => before,
  });
  const stats = data?.[channel];
  const range = style.ranges[channel] ?? (stats ? ([stats.min, stats.max] as const) : null);
  const setRange = (next: RasterRange) => {
    if (!range || (next[0] === range[0] && next[1] === range[1])) return;
    const all = Array.from({ length: isMany ? 3 : 1 }, (_, index) => style.ranges[index] ?? style.ranges[0] ?? range);
    change({ currentStatName: 'manual', ranges: all.map((each, index) => (index === channel ? next : each)) });
  };
  const choose = (how: RasterStretch) =>
    how === 'manual' ? change({ currentStatName: 'manual' }) : restyle({ currentStatName: how });
  const percent = (place: 0 | 1) => (
    <NumberField
      size="s"
      aria-label={t(place === 0 ? 'raster.cutLow' : 'raster.cutHigh')}
      min={0}
      max={100}
      suffix=" %"
      disabled={isOff}
      value={style.percentiles[place]}
      onLeave={(typed) => {
        if (typed === null) return;
        const next: [number, number] = place === 0 ? [typed, style.percentiles[1]] : [style.percentiles[0], typed];
        if (typed >= 0 && typed <= 100 && next[0] < next[1] && typed !== style.percentiles[place])
          restyle({ percentiles: next });
      }}
    />
  );
  return (
    <StyleSection title={t('raster.stretch')}>
      <StyleRow label={t('raster.by')}>
        <SelectField
          size="s"
          aria-label={t('raster.stretch')}
          disabled={isOff}
          value={style.currentStatName}
          options={rasterStretches.map((value) => ({ value, label: t(`raster.stretches.${value}`) }))}
          onChange={choose}
        />
      </StyleRow>
      {style.currentStatName === 'percentile' && (
        <StyleRow label={t('raster.cut')}>
          {percent(0)}
          <i>–</i>
          {percent(1)}
        </StyleRow>
      )}
      {style.currentStatName === 'standard-deviation' && (
        <StyleRow label={t('raster.deviations')}>
          <NumberField
            size="s"
            aria-label={t('raster.deviations')}
            hideControls={false}
            min={0.1}
            max={10}
            step={0.5}
            decimalScale={2}
            disabled={isOff}
            value={style.deviations}
            onChange={(next) => {
              if (next !== null && next >= 0.1 && next <= 10 && next !== style.deviations)
                restyle({ deviations: next });
            }}
          />
        </StyleRow>
      )}
      {isMany && (
        <Segmented
          label={t('raster.channelShown')}
          size="s"
          fullWidth
          value={picked}
          onChange={setPicked}
          options={channels.map((value) => ({ value, label: t(`raster.channel.${value}`) }))}
        />
      )}
      {stats && range ? (
        <RasterHistogram
          histogram={stats.histogram}
          range={range}
          style={style}
          channel={isMany ? picked : null}
          disabled={isOff}
          onRange={setRange}
        />
      ) : (
        !error && <Skeleton height={64} />
      )}
      {range && <Ends range={range} isOff={isOff} onRange={setRange} />}
      {(failure ?? error) !== null && <Note kind="error">{failure ?? errorText(error)}</Note>}
    </StyleSection>
  );
}

function Ends({
  range,
  isOff,
  onRange,
}: {
  range: RasterRange;
  isOff: boolean;
  onRange: (range: RasterRange) => void;
}) {
  const t = useText();
  const field = (place: 0 | 1) => (
    <NumberField
      key={`${place} ${range[place]}`}
      size="s"
      aria-label={t(place === 0 ? 'raster.from' : 'raster.to')}
      disabled={isOff}
      value={fieldNumber(range[place])}
      decimalScale={9}
      onChange={() => undefined}
      onBlur={(event) => {
        const typed = Number.parseFloat(event.currentTarget.value.replaceAll(/\s/g, ''));
        if (Number.isFinite(typed) && typed !== fieldNumber(range[place]))
          onRange(place === 0 ? [typed, range[1]] : [range[0], typed]);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
  return (
    <StyleRow label={t('raster.ends')}>
      {field(0)}
      <i>–</i>
      {field(1)}
    </StyleRow>
  );
}

/** As many places as a field shows; of large numbers the whole ones. */
const fieldNumber = (value: number): number =>
  Math.abs(value) >= 1e6 ? Math.round(value) : Number(value.toPrecision(6));
