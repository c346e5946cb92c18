import { shownChart, type ShownChart } from '@groma/protocol';
import { DownloadIcon, EmptyState, ErrorState, IconButton, toast, Truncated } from '@groma/ui';
import { useId, useMemo, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { chartPicture, saveBlob } from './save-chart.ts';
import { chartTitle, useChartFormat } from './use-chart-format.ts';
import '../view/shown-result.css';
import './shown-chart.css';

const signs = { eq: '=', gte: '≥', lte: '≤' } as const;

/** A chart of an answer of the assistant or of a table, as charts of layers are drawn. */
export function ResultPicture({ output }: { output: unknown }) {
  const t = useText();
  const read = useMemo(() => shownChart.safeParse(output), [output]);
  return read.success ? <DrawnChart shown={read.data} /> : <ErrorState title={t('chart.notDrawn')} />;
}

function DrawnChart({ shown }: { shown: ShownChart }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const config = useMemo(() => ({ ...shown.chart, id: '', filters: [], clipLayerId: null }), [shown]);
  const format = useChartFormat(config, shown.counted);
  const title = chartTitle(config, t);
  if (shown.data.length === 0) return <EmptyState title={t('chart.nothing')}>{t('chart.nothingText')}</EmptyState>;
  const note = noteOf(shown, t);
  const save = async (): Promise<void> => {
    const picture = await chartPicture(frame.current, title, note);
    if (picture) saveBlob(picture, `${title}.png`);
    else toast.error(t('chart.noCanvas'));
  };
  return (
    <figure className="shown-result" aria-label={title}>
      <figcaption>
        <b>
          <Truncated text={title} />
        </b>
        <IconButton
          size="s"
          label={t('chart.download')}
          icon={<DownloadIcon />}
          onClick={() => {
            void save();
          }}
        />
      </figcaption>
      <div className="shown-chart">
        <ChartCanvas
          config={config}
          data={shown}
          format={format}
          frame={frame}
          label={t('chart.label', { title, type: t(`chart.type.${config.type}`), count: shown.data.length })}
        />
      </div>
      <p className="shown-note">{note}</p>
      <ChartValues shown={shown} format={format} />
    </figure>
  );
}

/** What is drawn, to be read. */
function ChartValues({ shown, format }: { shown: ShownChart; format: ReturnType<typeof useChartFormat> }) {
  const t = useText();
  const id = useId();
  return (
    <details className="shown-values">
      <summary id={id}>{t('chart.values')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div role="region" aria-labelledby={id} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" dir="auto">
                {shown.chart.xCol}
              </th>
              <th scope="col">{format.measure}</th>
            </tr>
          </thead>
          <tbody>
            {shown.data.map((datum, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- values never change
              <tr key={at}>
                <th scope="row" dir="auto">
                  {format.label(datum)}
                </th>
                <td>{format.value(datum.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function noteOf({ chart, features, leftOut, counted }: ShownChart, t: ReturnType<typeof useText>): string {
  return [
    ...chart.filters.map(({ column, operator, value }) => `${column} ${signs[operator]} ${value}`),
    t(`chart.counted.${counted ?? 'features'}`, { count: features }),
    ...(leftOut > 0 ? [t('chart.leftOut', { count: leftOut })] : []),
  ].join(' · ');
}
