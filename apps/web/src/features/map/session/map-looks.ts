import { rasterTileUrl, type JpgStyle, type RasterStyle, type SolidStyle, type VectorStyle } from '@groma/model';
import type { MapPost } from '@groma/protocol';
import type { TurnBack } from './edit-history.ts';
import type { MapState } from './map-state.ts';
import { StyleEdits } from './style-edits.ts';

/** The parts of a map's state that say how its layers look. */
type Looks = Pick<MapState, 'styles' | 'rasters' | 'photos' | 'solids'>;

interface MapLooksHandlers {
  projectId: string;
  read(): MapState;
  set(change: Partial<MapState>): void;
  /** Has features that are drawn classed anew by the styles that are set. */
  reclass(): void;
  /** Sends a change. False where it was refused, which has been said and put right then. */
  keep(post: MapPost): Promise<boolean>;
  remember(turnBack: TurnBack): void;
}

/** How the layers of a map look: changes are shown here at once, for the others when the person rests (MAP-098). */
export class MapLooks {
  readonly #handlers: MapLooksHandlers;
  readonly #vectors: StyleEdits<VectorStyle>;
  readonly #rasters: StyleEdits<RasterStyle>;
  readonly #photos: StyleEdits<JpgStyle>;
  readonly #solids: StyleEdits<SolidStyle>;
  /** A page that ends sends nothing any more, but what it sends now is kept (MAP-137). */
  readonly #leave = () => this.flush();

  constructor(handlers: MapLooksHandlers) {
    const { projectId, read, set, remember } = handlers;
    this.#handlers = handlers;
    this.#vectors = new StyleEdits({
      read: () => read().styles,
      show: (styles) => this.#show({ styles }),
      remember,
      keep: (id, change) =>
        this.#keep({ type: 'Update_Vector_Layer_Style', layer_id: id, vector_style: change as never }),
    });
    this.#rasters = new StyleEdits({
      read: () => stylesOf(read().rasters),
      show: (styles) => set({ rasters: withRasterStyles(projectId, read().rasters, styles) }),
      remember,
      keep: (id, change) =>
        this.#keep({ type: 'Update_Raster_Layer_Data', layer_id: id, raster_data: { style: change as never } }),
    });
    this.#photos = new StyleEdits({
      read: () => stylesOf(read().photos),
      show: (styles) => set({ photos: withStyles(read().photos, styles) }),
      remember,
      keep: (id, change) =>
        this.#keep({ type: 'Update_Jpg_Layer_Data', layer_id: id, jpg_data: { style: change as never } }),
    });
    this.#solids = new StyleEdits({
      read: () => stylesOf(read().solids),
      show: (styles) => set({ solids: withStyles(read().solids, styles) }),
      remember,
      keep: (id, change) =>
        this.#keep({ type: 'Update_Solid_Layer_Data', layer_id: id, solid_data: { style: change as never } }),
    });
    globalThis.addEventListener('pagehide', this.#leave);
  }

  get #all(): { isWaiting: boolean; flush(): Promise<void> }[] {
    return [this.#vectors, this.#rasters, this.#photos, this.#solids];
  }

  close(): void {
    globalThis.removeEventListener('pagehide', this.#leave);
    this.flush();
  }

  changeVector(layerId: string, change: Partial<VectorStyle>): void {
    this.#vectors.change(layerId, change);
    this.#handlers.set({ isStyleWaiting: true });
  }

  changeRaster(layerId: string, change: Partial<RasterStyle>): void {
    this.#rasters.change(layerId, change);
    this.#handlers.set({ isStyleWaiting: true });
  }

  changePhoto(layerId: string, change: Partial<JpgStyle>): void {
    this.#photos.change(layerId, change);
    this.#handlers.set({ isStyleWaiting: true });
  }

  changeSolid(layerId: string, change: Partial<SolidStyle>): void {
    this.#solids.change(layerId, change);
    this.#handlers.set({ isStyleWaiting: true });
  }

  /** Keeps what waits. */
  flush(): void {
    for (const edits of this.#all) void edits.flush();
  }

  /** Looks as the server tells them, with what waits here over them. */
  over<Told extends Partial<Looks>>({ styles, rasters, photos, solids, ...others }: Told) {
    return {
      ...others,
      ...(styles && { styles: this.#vectors.over(styles) }),
      ...(rasters && {
        rasters: withRasterStyles(this.#handlers.projectId, rasters, this.#rasters.over(stylesOf(rasters))),
      }),
      ...(photos && { photos: withStyles(photos, this.#photos.over(stylesOf(photos))) }),
      ...(solids && { solids: withStyles(solids, this.#solids.over(stylesOf(solids))) }),
    };
  }

  /** Shows what somebody else has changed. */
  tell(told: Partial<Looks>): void {
    this.#show(this.over(told));
  }

  #show(looks: Partial<Looks>): void {
    this.#handlers.set(looks);
    if (looks.styles) this.#handlers.reclass();
  }

  #keep(post: MapPost): Promise<boolean> {
    this.#handlers.set({
      isStyleWaiting: this.#all.some(({ isWaiting }) => isWaiting),
    });
    return this.#handlers.keep(post);
  }
}

function stylesOf<Style>(layers: Readonly<Record<string, { style: Style }>>): Record<string, Style> {
  return Object.fromEntries(Object.entries(layers).map(([id, { style }]) => [id, style]));
}

/** Rasters in other styles; their addresses follow. One whose style stays is the very same. */
function withRasterStyles(
  projectId: string,
  rasters: MapState['rasters'],
  styles: Readonly<Record<string, RasterStyle>>,
): MapState['rasters'] {
  return Object.fromEntries(
    Object.entries(rasters).map(([id, raster]) => {
      const style = styles[id] ?? raster.style;
      return [
        id,
        style === raster.style
          ? raster
          : { ...raster, style, titiler_url: rasterTileUrl({ projectId, url: raster.source.url }, style) },
      ];
    }),
  );
}

function withStyles<Layer extends { style: object }>(
  layers: Readonly<Record<string, Layer>>,
  styles: Readonly<Record<string, object>>,
): Readonly<Record<string, Layer>> {
  return Object.fromEntries(
    Object.entries(layers).map(([id, layer]) => [
      id,
      { ...layer, style: (styles[id] ?? layer.style) as Layer['style'] },
    ]),
  );
}
