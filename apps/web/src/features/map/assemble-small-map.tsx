import { photoKind } from './photo/photo-kind.tsx';
import { rasterKind } from './raster/raster-kind.tsx';
import { SmallMap } from './shown/small-map.tsx';
import { solidKind } from './solid/solid-kind.tsx';

const kinds = [rasterKind, photoKind, solidKind];

/** A small map of an answer of the assistant, of layers of all kinds. */
export function ResultPicture({ output }: { output: unknown }) {
  return <SmallMap output={output} kinds={kinds} />;
}
