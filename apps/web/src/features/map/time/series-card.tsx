import { Button, IconButton, Note, Spinner, TextField, XIcon } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { SeriesChart } from './series-chart.tsx';
import { SeriesReader } from './series-reader.ts';
import type { TimeState, TimeTool } from './time-tool.ts';

interface SeriesCardProps {
  session: MapSession;
  tool: TimeTool;
  chart: NonNullable<TimeState['chart']>;
}

/** What the images of the axis hold at a place or in selected features, as a chart that can be kept. */
export function SeriesCard({ session, tool, chart }: SeriesCardProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const [reader] = useState(() => new SeriesReader(session, tool));
  const { value, found, failure, isReading } = useStore(reader.store);
  useMapState(session, (state) => state.selection);
  const { taken } = reader;
  const { place } = chart;
  useEffect(() => {
    if (place) reader.read(place);
  }, [reader, place]);
  useEffect(() => () => reader.close(), [reader]);
  const title = place
    ? place.map((each) => each.toFixed(5)).join(', ')
    : taken
      ? t('time.ofSelection')
      : t('time.chart');
  const values = found?.points.filter((point) => point.value !== null) ?? [];
  return (
    <section className="series-card" aria-label={t('time.chart')}>
      <header>
        <b>{title}</b>
        {isReading && <Spinner label={t('time.chart')} />}
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={() => tool.chart(null)} />
      </header>
      <form
        className="series-form"
        onSubmit={(event) => {
          event.preventDefault();
          reader.read(place);
        }}
      >
        <TextField
          size="s"
          dir="ltr"
          label={t('time.value')}
          placeholder={t('time.asShown')}
          maxLength={1_000}
          value={value}
          onChange={(event) => reader.setValue(event.currentTarget.value)}
        />
        <Button size="s" onClick={() => tool.chart({ isPicking: true, place: null })}>
          {t('time.pickPlace')}
        </Button>
        <Button size="s" variant="primary" type="submit" loading={isReading} disabled={!place && !taken}>
          {t('time.draw')}
        </Button>
      </form>
      {chart.isPicking && !found && <p role="status">{t('time.pick')}</p>}
      {failure !== null && <Note kind="error">{failure}</Note>}
      {found && values.length === 0 && <p role="status">{t('time.noValues')}</p>}
      {found && values.length > 0 && <SeriesChart points={found.points} label={title} />}
      {found && (
        <div className="series-foot">
          {found.unread > 0 && <span role="status">{t('time.unread', { number: found.unread })}</span>}
          {mayUpdate && values.length > 0 && (
            <>
              <Button size="s" onClick={() => void reader.keep(`${t('time.chart')}: ${title}`, false)}>
                {t('time.keepTable')}
              </Button>
              <Button size="s" onClick={() => void reader.keep(`${t('time.chart')}: ${title}`, true)}>
                {t('time.keepChart')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
