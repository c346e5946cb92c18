import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PanelProps } from '../../registry/panel.ts';
import { mapImports } from './assemble-imports.ts';
import { PreviewLayer } from './dataset/preview-layer.ts';
import { SceneTool } from './dataset/scene-tool.ts';
import { PreviewTool } from './function/preview-tool.ts';
import { fetchLayerActs } from './layer-commands.ts';
import { layerMenu } from './layer-menu.ts';
import type { MapPanelParams } from './maps/map-panels.ts';
import { MeasureBar } from './measure/measure-bar.tsx';
import { MeasureButton } from './measure/measure-button.tsx';
import { MeasureTool } from './measure/measure-tool.ts';
import type { MapPanelParts } from './panel/map-panel-parts.ts';
import { MapPanel } from './panel/map-panel.tsx';
import { photoKind } from './photo/photo-kind.tsx';
import { PublishButton } from './panel/publish-button.tsx';
import { rasterKind } from './raster/raster-kind.tsx';
import { RasterProbe } from './raster/raster-probe.ts';
import { RasterTip } from './raster/raster-tip.tsx';
import { BoxButton } from './select/box-button.tsx';
import { SelectTool } from './select/select-tool.ts';
import { DrawBar } from './sketch/draw-bar.tsx';
import { DrawButtons } from './sketch/draw-buttons.tsx';
import { DrawTool } from './sketch/draw-tool.ts';
import { EditTool } from './sketch/edit-tool.ts';
import { solidKind } from './solid/solid-kind.tsx';
import { StoryButton } from './story/story-button.tsx';
import { TimeBar } from './time/time-bar.tsx';
import { TimeButton } from './time/time-button.tsx';
import { TimeTool } from './time/time-tool.ts';
import type { PartProps } from './view/open-pictures.ts';

const parts: MapPanelParts = {
  kinds: [rasterKind, photoKind, solidKind],
  tools: [
    (place) => new MeasureTool(place),
    (place) => new PreviewTool(place),
    (place) => new SceneTool(place),
    (place) => new PreviewLayer(place),
    (place) => new TimeTool(place),
    (place) => new DrawTool(place),
    (place) => new EditTool(place),
    (place) => new SelectTool(place),
    (place) => new RasterProbe(place),
  ],
  buttons: {
    draw: [DrawButtons, BoxButton, MeasureButton],
    content: [TimeButton, StoryButton, PublishButton],
  },
  Bar,
  tips: [RasterTip],
  imports: mapImports,
  layerMenu,
};

/** What is measured stands before what is drawn. */
function Bar(props: PartProps) {
  const isMeasuring = useStore(props.picture.tools.get(MeasureTool).store, ({ isOn }) => isOn);
  const isDrawing = useStore(props.session.drawing.store, ({ mode, editing }) => mode !== 'select' || editing !== null);
  return (
    <>
      {isMeasuring ? <MeasureBar {...props} /> : <DrawBar {...props} />}
      {!isMeasuring && !isDrawing && <TimeBar {...props} />}
    </>
  );
}

/** A map with all its tools and kinds of layers. */
export function Panel(props: PanelProps<MapPanelParams>) {
  useEffect(fetchLayerActs, []);
  return <MapPanel {...props} parts={parts} />;
}
