import type { CompositeRecipe, ProjectId, RasterStyle, UserId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { SceneFinder } from '../find-scenes.ts';
import type { SceneSources } from '../scene-sources.ts';
import type { CompositeRecords } from './composite-records.ts';

type Grid = Parameters<CompositeRecords['keep']>[2];
type MadeType = 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32' | 'float64';

/** A composite whose files were found and whose pixels were laid out. */
interface Prepared {
  recipe: CompositeRecipe;
  grid: Grid;
  type: MadeType;
  nodata: number | null;
  versions: number[];
  left: { id: string; reason: string }[];
}

interface Asking {
  projectId: ProjectId;
  signal: AbortSignal;
}

/** What orders need of other features; handed in by main. */
export interface OrderNeeds {
  /** Makes images of scenes. */
  composites: {
    prepare(wanted: { recipe: CompositeRecipe; scale: number; isRaw: boolean }, asking: Asking): Promise<Prepared>;
    write(
      composite: Pick<Prepared, 'recipe' | 'grid' | 'type' | 'nodata'>,
      file: { path: string; fromRow: number; onRow(rows: number, all: number): Promise<void> },
      asking: Asking,
    ): Promise<void>;
  };
  layers: {
    /** That a person may put a layer on a map. @throws GromaError NOT_FOUND, FORBIDDEN */
    requireMap(
      map: { projectId: ProjectId; mapId: string },
      userId: UserId,
      options?: { evenWithoutPlan: boolean },
    ): Promise<void>;
    /** Puts a raster on top of a map, once for each id. */
    add(
      layer: { projectId: ProjectId; mapId: string; layerId: string; name: string },
      raster: { url: string; style: RasterStyle },
      userId: UserId,
    ): Promise<void>;
  };
  /** How a file or composite is drawn at first. */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
}

/** What the files of this folder share. */
export interface OrderParts extends OrderNeeds {
  platform: Platform;
  sources: SceneSources;
  finder: SceneFinder;
  records: CompositeRecords;
}
