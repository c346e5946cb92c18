import type { StoryStep } from '@groma/model';
import { ClockIcon, IconButton } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { addEnglish, useText } from '../../platform/text.ts';
import { timeTexts } from '../../platform/time-texts.ts';
import { RasterProbe } from './raster/raster-probe.ts';
import { RasterTip } from './raster/raster-tip.tsx';
import type { ReadMap } from './session/read-map.ts';
import { showTime } from './session/show-time.ts';
import { datedLayers, daysOf } from './session/time-axis.ts';
import { AxisBar } from './time/axis-bar.tsx';
import { SwipeBar } from './time/swipe-bar.tsx';
import { TimeTool } from './time/time-tool.ts';
import type { MapPicture } from './view/open-pictures.ts';
import { RasterCard } from './raster/raster-card.tsx';
import type { ViewerImages } from './viewer/viewer-parts.ts';

// Few published maps have images, so what they say comes with them.
addEnglish(timeTexts);

/** What a reader can do with the images of a published map: read their values, and see them by their dates. */
export const viewerImages: ViewerImages = {
  tools: (map) => [
    (place) => new TimeTool({ ...place, session: map }),
    (place) => new RasterProbe({ ...place, session: map }),
  ],
  press: ({ tools }, place) => tools.get(RasterProbe).press(place),
  release: ({ tools }) => tools.get(RasterProbe).release(),
  leaveTime({ tools }) {
    const time = tools.get(TimeTool);
    if (time.store.getState().isOn) time.open(false);
  },
  Card: RasterCard,
  Button: TimeButton,
  Over,
};

interface Shown {
  map: ReadMap;
  picture: MapPicture;
}

/** Images by their dates, where there are several. */
function TimeButton({ map, picture }: Shown) {
  const t = useText();
  const tool = picture.tools.get(TimeTool);
  const isOn = useStore(tool.store, (state) => state.isOn);
  if (daysOf(datedLayers(map.state)).length < 2) return null;
  return <IconButton label={t('time.tool')} icon={<ClockIcon />} active={isOn} onClick={() => tool.open(!isOn)} />;
}

function Over({ map, picture, step }: Shown & { step: StoryStep | null }) {
  const tool = picture.tools.get(TimeTool);
  const { isOn, swipe } = useStore(tool.store);
  const wasOn = useRef(false);
  // Who closes the axis is back at the day of the step.
  useEffect(() => {
    if (wasOn.current && !isOn && step?.view.time) {
      showTime(map, step.view.time);
      picture.view.draw(map.state);
    }
    wasOn.current = isOn;
  }, [isOn, map, picture, step]);
  return (
    <>
      <RasterTip session={map} picture={picture} width={picture.view.map.getContainer().clientWidth} />
      {isOn && swipe && <SwipeBar tool={tool} swipe={swipe} />}
      {isOn && (
        <div className="time-stack">
          <AxisBar session={map} tool={tool} />
        </div>
      )}
    </>
  );
}
