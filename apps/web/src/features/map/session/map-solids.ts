import type { SolidStyle } from '@groma/model';
import { madeOnce } from '../../../platform/made-once.ts';
import type { SessionParts } from './session-parts.ts';

/** Tiles and models that stand on a map. */
export class MapSolids {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Puts a tileset or a model of the project on top of the tree. @throws GromaError, CallError. */
  async add(text: string, path: string, style: Partial<SolidStyle>): Promise<string> {
    const { mapId, post, read, refresh, remember, whileMaking } = this.#parts;
    return madeOnce(JSON.stringify(['solid', mapId, text, path]), async (id) => {
      await whileMaking(async () => {
        await post({ type: 'Create_Solid_Layer', key: id, text, layer_id: id, solid_data: { path, style } });
        await refresh();
        remember(async () => {
          if (read().hierarchy[id]) await post({ type: 'Delete_Layers', layer_ids: [id] });
          return null;
        });
      });
      return id;
    });
  }
}
