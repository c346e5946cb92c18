import type { PanelProps } from '../../registry/panel.ts';
import type { MapPanelParams } from './maps/map-panels.ts';
import { photoKind } from './photo/photo-kind.tsx';
import { rasterKind } from './raster/raster-kind.tsx';
import { solidKind } from './solid/solid-kind.tsx';
import { StoryPanel } from './story/story-panel.tsx';

const kinds = [rasterKind, photoKind, solidKind];

/** The story of a map, which its preview draws with all kinds of layers. */
export function Panel(props: PanelProps<MapPanelParams>) {
  return <StoryPanel {...props} kinds={kinds} />;
}
