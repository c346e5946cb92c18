import { ColumnFigures, ErrorState, IconButton, Skeleton, Truncated, useNumberFormat, XIcon } from '@groma/ui';
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
  const named = (list: readonly (readonly [key: string, text: string])[]) =>
    list.map(([key, text]) => [t(`table.figure.${key}`), text] as const);
  if (summary.kind === 'values') {
    const { values, rows: count, nulls, distinct, isDistinctAtLeast } = summary.counts;
    return (
      <ColumnFigures
        figures={named([
          ['count', whole.format(count - nulls)],
          ['nulls', whole.format(nulls)],
          ['distinct', isDistinctAtLeast ? `> ${whole.format(distinct)}` : whole.format(distinct)],
          ...(summary.range ? [['min', summary.range[0]] as const, ['max', summary.range[1]] as const] : []),
        ])}
        frequent={{
          label: t('table.mostFrequent'),
          values: values.map(({ value, count: times }) => ({
            key: `${typeof value} ${String(value)}`,
            text: categoryText(value, t, number),
            count: times,
            countText: whole.format(times),
          })),
        }}
      />
    );
  }
  const { figures, histogram } = summary;
  return (
    <ColumnFigures
      bars={{ counts: histogram.counts, label: t('table.histogramOf', { name }) }}
      figures={named([
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
    />
  );
}
