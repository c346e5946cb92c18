import type { DrawBatch } from '../layer/draw-batch.ts';
import type { LayerEvent } from '../layer/layer-messages.ts';
import type { LoadedLayer } from './map-state.ts';

/** A layer that is about to be read. */
export const unread: LoadedLayer = {
  load: { status: 'loading', percent: 0 },
  batches: [],
  classes: {},
  classedBy: null,
  isFiltered: false,
  count: 0,
  shown: 0,
  columns: [],
  version: 0,
};

/** A layer after what its worker has told of it. */
export function afterEvent(layer: LoadedLayer, event: LayerEvent): LoadedLayer {
  switch (event.event) {
    case 'began':
      return { ...layer, batches: [], classes: {}, classedBy: null, isFiltered: false };
    case 'progress':
      return layer.load.status === 'loading'
        ? { ...layer, load: { status: 'loading', percent: event.percent } }
        : layer;
    case 'drawn':
      return {
        ...layer,
        batches: withBatches(layer.batches, event.drawn, event.removed),
        ...(event.classes && { classes: { ...layer.classes, ...event.classes } }),
      };
    case 'classed':
      return {
        ...layer,
        classes: { ...(!event.isAll && layer.classes), ...event.classes },
        classedBy: event.classing,
        isFiltered: event.filter.length > 0,
      };
    case 'described':
      return {
        ...layer,
        count: event.count,
        shown: event.shown,
        columns: event.columns,
        version: layer.version + 1,
      };
  }
}

/** The batches after some were drawn anew, added or taken away; those that stay keep their places. */
function withBatches(
  before: readonly DrawBatch[],
  drawn: readonly DrawBatch[],
  removed: readonly string[],
): readonly DrawBatch[] {
  const anew = new Map(drawn.map((batch) => [batch.id, batch]));
  const kept = before.filter(({ id }) => !removed.includes(id)).map((batch) => anew.get(batch.id) ?? batch);
  const added = drawn.filter(({ id }) => !before.some((batch) => batch.id === id));
  return [...kept, ...added];
}
