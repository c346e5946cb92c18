import { SelectField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useDayText } from '../look/use-day-text.ts';
import type { SwipeSide, TimeState, TimeTool } from './time-tool.ts';

interface SwipeFieldsProps {
  session: ReadMap;
  tool: TimeTool;
  swipe: NonNullable<TimeState['swipe']>;
  days: readonly string[];
}

/** What stands on either side of the bar: a day of the axis, or any image of the map. */
export function SwipeFields({ session, tool, swipe, days }: SwipeFieldsProps) {
  const t = useText();
  const written = useDayText();
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const rasters = useMapState(session, (state) => state.rasters);
  const options = [
    ...days.map((day) => ({ value: `day ${day}`, label: written(day) })),
    ...Object.keys(rasters).map((id) => ({ value: `layer ${id}`, label: hierarchy[id]?.text ?? '' })),
  ];
  const field = (side: 'left' | 'right') => (
    <SelectField
      size="s"
      label={t(`time.side.${side}`)}
      searchable={options.length > 8}
      value={textOf(swipe[side])}
      options={options}
      onChange={(value) => tool.swipe({ ...swipe, [side]: sideOf(value) })}
    />
  );
  return (
    <div className="time-sides">
      {field('left')}
      {field('right')}
    </div>
  );
}

function textOf(side: SwipeSide): string {
  return side.kind === 'day' ? `day ${side.day}` : `layer ${side.id}`;
}

function sideOf(text: string): SwipeSide {
  const rest = text.slice(text.indexOf(' ') + 1);
  return text.startsWith('day ') ? { kind: 'day', day: rest } : { kind: 'layer', id: rest };
}
