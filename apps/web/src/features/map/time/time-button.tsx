import { useStore } from 'zustand';
import { CommandButton } from '../../../registry/command-button.tsx';
import { useMapState } from '../session/use-map-state.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { imagesOverTime } from './time-commands.ts';
import { TimeTool } from './time-tool.ts';

/** Images by their dates, where the map has images. */
export function TimeButton({ session, picture }: PartProps) {
  const hasImages = useMapState(session, ({ rasters }) => Object.keys(rasters).length > 0);
  const isOn = useStore(picture.tools.get(TimeTool).store, (state) => state.isOn);
  return hasImages ? (
    <CommandButton command={imagesOverTime} argument={{ mapId: session.mapId }} active={isOn} />
  ) : null;
}
