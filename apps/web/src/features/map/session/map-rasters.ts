import { rasterTileUrl, type RasterStyle } from '@groma/model';
import { madeOnce } from '../../../platform/made-once.ts';
import { withRasterFailure, type RasterFailure } from './raster-failures.ts';
import type { TurnBack } from './edit-history.ts';
import type { SessionParts } from './session-parts.ts';

/** Images of a map that the tile service draws. */
export class MapRasters {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Puts a raster on top of the tree. @throws GromaError, CallError. */
  async add(text: string, url: string, style: RasterStyle): Promise<string> {
    const { mapId, projectId, post, whileMaking } = this.#parts;
    return madeOnce(JSON.stringify(['raster', mapId, text, url]), async (id) => {
      await whileMaking(async () => {
        await post({
          type: 'Create_Raster_Layer',
          key: id,
          text,
          layer_id: id,
          raster_data: { titiler_url: rasterTileUrl({ projectId, url }, style), style: style as never },
        });
        await this.take(id);
      });
      return id;
    });
  }

  /** Shows a raster that was made for this person, who can undo it. */
  async take(id: string): Promise<void> {
    const { refresh, remember, whileMaking } = this.#parts;
    await whileMaking(async () => {
      await refresh();
      remember(this.#turnBack(id));
    });
  }

  /** Draws a raster from another source, such as its converted copy. @throws GromaError, CallError. */
  async move(layerId: string, url: string, style: Partial<RasterStyle>): Promise<void> {
    const { projectId, read, post, refresh } = this.#parts;
    const raster = read().rasters[layerId];
    if (!raster) return;
    await post({
      type: 'Update_Raster_Layer_Data',
      layer_id: layerId,
      raster_data: { titiler_url: rasterTileUrl({ projectId, url }, raster.style), style: style as never },
    });
    await refresh();
  }

  /** Says on the row of a raster why its tiles do not come; null when they do. */
  tell(layerId: string, failure: RasterFailure | null): void {
    const { read, set } = this.#parts;
    const failures = withRasterFailure(read().rasterFailures, layerId, failure);
    if (failures !== read().rasterFailures) set({ rasterFailures: failures });
  }

  #turnBack(id: string): TurnBack {
    return async () => {
      if (this.#parts.read().hierarchy[id]) await this.#parts.post({ type: 'Delete_Layers', layer_ids: [id] });
      return null;
    };
  }
}
