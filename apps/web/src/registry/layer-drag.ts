/** Kind of drag data of a layer of a map (SHL-057): JSON of a `DraggedLayer`. */
const kind = 'groma/mapLayer';

export interface DraggedLayer {
  id: string;
  mapId: string;
  name: string;
}

/** Puts a layer on a drag, for maps and for forms that want data to take. */
export function putLayer(data: DataTransfer, layer: DraggedLayer): void {
  data.setData(kind, JSON.stringify(layer));
}

/** Whether a drag carries a layer; all that can be seen of it before the drop. */
export function carriesLayer(data: DataTransfer | null): boolean {
  // A browser tells the kinds of a drag in lower case.
  return data?.types.some((type) => type.toLowerCase() === kind.toLowerCase()) ?? false;
}

/** The layer that was dropped; null when something else was, or what claims to be one is not. */
export function takeLayer(data: DataTransfer): DraggedLayer | null {
  try {
    const found = JSON.parse(data.getData(kind)) as Partial<DraggedLayer> | null;
    const isLayer = [found?.id, found?.mapId, found?.name].every((part) => typeof part === 'string');
    return isLayer ? (found as DraggedLayer) : null;
  } catch {
    return null;
  }
}
