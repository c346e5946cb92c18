import { dayIn } from '@groma/model';
import { TextField } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import { StyleRow } from '../../look/style-row.tsx';
import type { RasterTarget } from './raster-target.ts';

/** The day that an image was taken on, for the axis of time, charts and animations. */
export function DateLook({ target: { style, change, readOnlyReason } }: { target: RasterTarget }) {
  const t = useText();
  const day = dayIn(style.startDate ?? '') ?? '';
  const set = (typed: string) => {
    if (typed !== day) change(typed === '' ? { startDate: null, endDate: null } : { startDate: typed, endDate: typed });
  };
  return (
    <StyleRow label={t('time.date')}>
      <TextField
        key={day}
        size="s"
        type="date"
        aria-label={t('time.date')}
        disabled={readOnlyReason !== null}
        defaultValue={day}
        onBlur={({ currentTarget: { value, validity } }) => {
          if (validity.valid && (value === '' || dayIn(value) === value)) set(value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </StyleRow>
  );
}
