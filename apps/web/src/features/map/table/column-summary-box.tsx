import type { Histogram } from '@groma/geo';
import { ErrorState, IconButton, Skeleton, Truncated, useNumberFormat, XIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { SomeRows } from '../layer/layer-rows.ts';
import type { ColumnSummary } from '../layer/column-summary.ts';
import type { MapSession } from '../session/map-session.ts';
import { categoryText } from '../look/class-text.ts';
import { useAnswer } from '../session/use-answer.ts';

interface ColumnSummaryBoxProps {
  session: MapSession;
  layerId: string;
  column: string;
  version: number;
  rowsOf: () => SomeRows;
  someKey: string;
  about: string;
  onClose: () => void;
}

/** What is told of a column: of the selected rows, else of those that pass the filters. */
export function ColumnSummaryBox({
  session,
  layerId,
  column,
  version,
  rowsOf,
  someKey,
  about,
  onClose,
}: ColumnSummaryBoxProps) {
  const t = useText();
  const { answer, failure } = useAnswer(`${layerId} ${column} ${version} ${someKey}`, () =>
    session.ask(layerId, 'summary', { column, some: rowsOf() }),
  );
  return (
    <aside className="column-summary" aria-label={t('table.statisticsOf', { name: column })}>
      <header>
        <div>
          <b dir="auto">
            <Truncated text={column} />
          </b>
          <small>{about}</small>
        </div>
        <IconButton size="s" label={t('map.close')} icon={<XIcon size={14} />} onClick={onClose} />
      </header>
      {failure !== null && !answer ? (
        <ErrorState title={t('table.statisticsFailed')}>{failure}</ErrorState>
      ) : answer ? (
        <Summary summary={answer} name={column} />
      ) : (
        <Skeleton height={160} />
      )}
    </aside>
  );
}

function Summary({ summary, name }: { summary: ColumnSummary; name: string }) {
  const t = useText();
  const whole = useNumberFormat();
  const number = useNumberFormat({ maximumSignificantDigits: 10 });
  const say = (value: number | null) => (value === null ? '–' : number.format(value).replace('-', '−'));
  const rows = (list: readonly (readonly [string, string])[]) => (
    <dl>
      {list.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`table.figure.${key}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
  if (summary.kind === 'values') {
    const { values, rows: count, nulls, distinct, isDistinctAtLeast } = summary.counts;
    const most = values[0]?.count ?? 1;
    return (
      <>
        {rows([
          ['count', whole.format(count - nulls)],
          ['nulls', whole.format(nulls)],
          ['distinct', isDistinctAtLeast ? `> ${whole.format(distinct)}` : whole.format(distinct)],
          ...(summary.range ? [['min', summary.range[0]] as const, ['max', summary.range[1]] as const] : []),
        ])}
        <ul aria-label={t('table.mostFrequent')}>
          {values.map(({ value, count: times }) => (
            <li key={`${typeof value} ${String(value)}`}>
              <span dir="auto">
                <Truncated text={categoryText(value, t, number)} />
              </span>
              <small>{whole.format(times)}</small>
              <i style={{ inlineSize: `${(times / most) * 100}%` }} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  const { figures, histogram } = summary;
  return (
    <>
      <Bars histogram={histogram} label={t('table.histogramOf', { name })} />
      {rows([
        ['count', whole.format(figures.count)],
        ['nulls', whole.format(figures.nulls)],
        ['distinct', whole.format(figures.distinct)],
        ['min', say(figures.min)],
        ['max', say(figures.max)],
        ['mean', say(figures.mean)],
        ['median', say(figures.median)],
        ['deviation', say(figures.deviation)],
        ['sum', figures.count === 0 ? '–' : say(figures.sum)],
      ])}
    </>
  );
}

const [width, height] = [200, 48];

function Bars({ histogram: { counts }, label }: { histogram: Histogram; label: string }) {
  if (counts.length === 0) return null;
  const most = Math.max(...counts);
  const step = width / counts.length;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {counts.map((count, index) => {
        const tall = count === 0 ? 0 : Math.max(1, (count / most) * height);
        return <rect key={index} x={index * step} width={Math.max(0.5, step - 1)} y={height - tall} height={tall} />;
      })}
    </svg>
  );
}
