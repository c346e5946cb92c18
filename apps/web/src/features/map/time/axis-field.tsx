import { MultiSelect, SelectField } from '@groma/ui';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { axisChoices, datedLayers, type AxisChoice } from '../session/time-axis.ts';
import type { TimeTool } from './time-tool.ts';

/** Which images form the axis: all, those of a data set or group, or some that are chosen. */
export function AxisField({ session, tool }: { session: ReadMap; tool: TimeTool }) {
  const t = useText();
  const axis = useStore(tool.store, (state) => state.axis);
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const rasters = useMapState(session, (state) => state.rasters);
  const { sets, groups } = axisChoices({ hierarchy, rasters });
  const all = datedLayers({ hierarchy, rasters });
  const read = (value: string): AxisChoice => {
    if (value === 'all') return { kind: 'all' };
    if (value === 'chosen') return { kind: 'chosen', ids: all.map(({ id }) => id) };
    const [kind, name] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)];
    return kind === 'set' ? { kind: 'set', set: name } : { kind: 'group', id: name };
  };
  return (
    <>
      <SelectField
        size="s"
        aria-label={t('time.axis')}
        value={axis.kind === 'set' ? `set ${axis.set}` : axis.kind === 'group' ? `group ${axis.id}` : axis.kind}
        options={[
          { value: 'all', label: t('time.all') },
          ...sets.map((set) => ({ value: `set ${set}`, label: set })),
          ...groups.map(({ id, name }) => ({ value: `group ${id}`, label: name })),
          { value: 'chosen', label: t('time.chosen') },
        ]}
        onChange={(value) => tool.choose(read(value))}
      />
      {axis.kind === 'chosen' && (
        <MultiSelect
          className="time-chosen"
          size="xs"
          aria-label={t('time.chosen')}
          value={[...axis.ids]}
          data={all.map(({ id, name, day }) => ({ value: id, label: `${day} ${name}` }))}
          searchable
          onChange={(ids) => tool.choose({ kind: 'chosen', ids })}
        />
      )}
    </>
  );
}
