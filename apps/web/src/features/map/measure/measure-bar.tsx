import { IconButton, Segmented, XIcon } from '@groma/ui';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import { areaText, lengthText, useUnits } from '../look/units.ts';
import { useMeasureReader } from '../look/use-measure-reader.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { measuresOf, MeasureTool } from './measure-tool.ts';
import '../view/draw-bar.css';

/** How far and how large what is measured is: at the foot of the map while it is. */
export function MeasureBar({ picture: { tools } }: PartProps) {
  const tool = tools.get(MeasureTool);
  const t = useText();
  const { system } = useUnits();
  const reader = useMeasureReader();
  const state = useStore(tool.store);
  const { length, area } = measuresOf(state);
  return (
    <div className="draw-bar" role="group" aria-label={t('map.measure.tool')}>
      <div className="draw-bar-facts">
        <b>{t('map.measure.tool')}</b>
        <span role="status" title={t('map.measure.method')}>
          {state.positions.length === 0
            ? t('map.measure.hint')
            : `${t('map.length')} ${lengthText(length, reader)}${area === null ? '' : ` · ${t('map.area')} ${areaText(area, reader)}`}`}
        </span>
      </div>
      <Segmented
        label={t('map.units')}
        size="s"
        value={system}
        onChange={(value) => useUnits.setState({ system: value })}
        options={[
          { value: 'metric', label: t('map.metric') },
          { value: 'imperial', label: t('map.imperial') },
        ]}
      />
      <IconButton
        size="s"
        label={t('map.measure.close')}
        shortcut="Esc"
        icon={<XIcon />}
        onClick={() => tool.turn(false)}
      />
    </div>
  );
}
