/** A graph of Earth Engine: values by their ids, and the one that is meant. */
export interface Expression {
  result: string;
  values: Readonly<Record<string, ValueNode>>;
}

type ValueNode =
  | { constantValue: unknown }
  | { functionInvocationValue: { functionName: string; arguments: Readonly<Record<string, ValueNode>> } };

const constant = (value: unknown): ValueNode => ({ constantValue: value });
const call = (functionName: string, given: Readonly<Record<string, ValueNode>>): ValueNode => ({
  functionInvocationValue: { functionName, arguments: given },
});

/** What is asked of a collection. */
export interface CollectionWish {
  asset: string;
  /** Days as yyyy-mm-dd, both counted. */
  from: string;
  to: string;
  /** West, south, east, north in degrees; everywhere without. */
  box?: readonly [number, number, number, number] | undefined;
}

const dayMs = 86_400_000;

function collection({ asset, from, to, box }: CollectionWish): ValueNode {
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  const dated = call('Collection.filter', {
    collection: call('ImageCollection.load', { id: constant(asset) }),
    filter: call('Filter.dateRangeContains', {
      leftValue: call('DateRange', { start: constant(from), end: constant(end) }),
      rightField: constant('system:time_start'),
    }),
  });
  if (!box) return dated;
  const [west, south, east, north] = box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return call('Collection.filter', {
    collection: dated,
    filter: call('Filter.intersects', {
      leftField: constant('.all'),
      rightValue: call('Feature', {
        geometry: call('GeometryConstructors.Polygon', { coordinates: constant([ring]) }),
      }),
    }),
  });
}

const expression = (value: ValueNode): Expression => ({ result: '0', values: { 0: value } });

/** The median of each band over the images of a collection. */
export function medianImage(wish: CollectionWish, bands: readonly string[]): Expression {
  const selected = call('Image.select', {
    input: call('reduce.median', { collection: collection(wish) }),
    bandSelectors: constant(bands),
  });
  return expression(selected);
}

/** How many images a collection has. */
export function imageCount(wish: CollectionWish): Expression {
  return expression(call('Collection.size', { collection: collection(wish) }));
}
