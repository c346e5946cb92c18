import { ChartLineIcon, DownloadIcon, IconButton } from '@groma/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { axisLayers } from '../session/time-axis.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { AnimationDialog } from './animation-dialog.tsx';
import { AxisBar } from './axis-bar.tsx';
import { SeriesCard } from './series-card.tsx';
import { SwipeBar } from './swipe-bar.tsx';
import { TimeTool } from './time-tool.ts';

/** The images of a map by their dates: the axis, a bar between two of them, and a chart of a place. */
export function TimeBar(props: PartProps) {
  const { session, picture } = props;
  const tool = picture.tools.get(TimeTool);
  const state = useStore(tool.store);
  return state.isOn ? (
    <>
      {state.swipe && <SwipeBar tool={tool} swipe={state.swipe} />}
      <div className="time-stack">
        {state.chart && <SeriesCard session={session} tool={tool} chart={state.chart} />}
        <OpenBar {...props} tool={tool} />
      </div>
    </>
  ) : null;
}

function OpenBar({ session, picture, tool }: PartProps & { tool: TimeTool }) {
  const t = useText();
  const mayWrite = useCan('upload', 'file');
  const [isSaving, setSaving] = useState(false);
  const { axis, chart } = useStore(tool.store);
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const rasters = useMapState(session, (state) => state.rasters);
  const layers = axisLayers({ hierarchy, rasters }, axis);
  return (
    <>
      <AxisBar session={session} tool={tool}>
        <IconButton
          size="s"
          label={t('time.chart')}
          icon={<ChartLineIcon />}
          active={chart !== null}
          disabledReason={layers.length === 0 ? t('time.none') : undefined}
          onClick={() => tool.chart(chart ? null : { isPicking: true, place: null })}
        />
        {mayWrite && (
          <IconButton
            size="s"
            label={t('time.animate')}
            icon={<DownloadIcon />}
            disabledReason={layers.length === 0 ? t('time.none') : undefined}
            onClick={() => setSaving(true)}
          />
        )}
      </AxisBar>
      {isSaving && (
        <AnimationDialog
          session={session}
          view={picture.view}
          layers={layers.filter(({ isFile }) => isFile)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
