import type { FrameColumn, FrameProfile, FrameQuestion } from '@groma/protocol';
import { ColumnFigures, ErrorState, IconButton, SelectField, Skeleton, useNumberFormat, XIcon } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { useText } from '../../../../platform/text.ts';
import { askFrame, framesKey, type FrameAbsence, type FramePlace } from './frame-calls.ts';
import { columnName, numberText } from './frame-columns.ts';

interface FrameProfileBoxProps {
  place: FramePlace;
  columns: readonly FrameColumn[];
  /** Place of the first of them in the frame. */
  first: number;
  filter: Extract<FrameQuestion, { ask: 'profile' }>['filter'];
  onAbsent(found: FrameAbsence): void;
  onClose(): void;
}

/** What the values of a column are like, of the rows that pass the filters (NBK-172). */
export function FrameProfileBox({ place, columns, first, filter, onAbsent, onClose }: FrameProfileBoxProps) {
  const t = useText();
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      columns.findIndex(({ isIndex }) => !isIndex),
    ),
  );
  const column = columns[chosen] ?? columns[0]!;
  const texts = { index: t('frame.index'), values: t('frame.values') };
  const name = columnName(column, texts);
  const { data, error, refetch } = useQuery({
    queryKey: [...framesKey(place.notebookId), place.frameId, 'profile', first + chosen, filter],
    staleTime: 0,
    retry: false,
    queryFn: async () => {
      const answer = await askFrame(place, { ask: 'profile', column: first + chosen, filter });
      if (answer.state === 'live' && answer.profile) return answer.profile;
      if (answer.state === 'failed') throw new Error(answer.reason);
      if (answer.state !== 'live' && answer.state !== 'busy') onAbsent(answer);
      throw new Error(t('frame.absent.busy'));
    },
  });
  return (
    <aside className="frame-profile" aria-label={t('table.statisticsOf', { name })}>
      <header>
        <SelectField
          size="s"
          aria-label={t('frame.column')}
          searchable={columns.length > 12}
          allowDeselect={false}
          limit={200}
          options={columns.map((each, index) => ({ value: String(index), label: columnName(each, texts) }))}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
        <IconButton size="s" label={t('map.close')} icon={<XIcon size={14} />} onClick={onClose} />
      </header>
      <code>{column.dtype}</code>
      {error ? (
        <ErrorState title={t('table.statisticsFailed')} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      ) : data ? (
        <Profile profile={data} name={name} />
      ) : (
        <Skeleton height={160} />
      )}
    </aside>
  );
}

function Profile({ profile, name }: { profile: FrameProfile; name: string }) {
  const t = useText();
  const whole = useNumberFormat();
  const { rows, missing, distinct, figures, range, bars, values = [] } = profile;
  const say = (value: number | null) => (value === null ? '–' : numberText(Number(value.toPrecision(10))));
  const counts: [string, string][] = [
    ['count', whole.format(rows - missing)],
    ['nulls', whole.format(missing)],
    ...(distinct === undefined ? [] : [['distinct', whole.format(distinct)] as [string, string]]),
    ...(range
      ? ([
          ['min', range[0]],
          ['max', range[1]],
        ] as [string, string][])
      : []),
    ...Object.entries(figures ?? {}).map(([key, value]): [string, string] => [key, say(value)]),
  ];
  return (
    <ColumnFigures
      bars={bars && { counts: bars, label: t('table.histogramOf', { name }) }}
      figures={counts.map(([key, text]) => [t(`table.figure.${key}`), text] as const)}
      frequent={{
        label: t('table.mostFrequent'),
        values: values.map(({ value, count }) => ({ key: value, text: value, count, countText: whole.format(count) })),
      }}
    />
  );
}
