import type { FrameColumn } from '@groma/protocol';

/** A frame that code names, and what it has. */
export interface NamedFrame {
  variable: string;
  columns: readonly FrameColumn[];
  /** How pandas gets it: the name itself, or what makes a frame of pandas of it. */
  asPandas: string;
}

/** Python that draws a frame: numbers over time, else how numbers or values are distributed. */
export function chartCode({ columns, asPandas }: Omit<NamedFrame, 'variable'>): string {
  const own = columns.filter(
    ({ name, isIndex }) => !isIndex && name !== '' && columns.filter((each) => each.name === name).length === 1,
  );
  const [number, time, text] = (['number', 'time', 'text'] as const).map((type) =>
    own.find((column) => column.type === type),
  );
  if (number && time) return `${asPandas}.plot(x=${quoted(time.name)}, y=${quoted(number.name)});`;
  if (number) return `${asPandas}[${quoted(number.name)}].plot.hist(bins=30);`;
  if (text) return `${asPandas}[${quoted(text.name)}].value_counts().head(20).plot.barh();`;
  return `${asPandas}.plot();`;
}

/** Python that puts a GeoDataFrame on a map, on a new one where there is none. */
export function mapCode(variable: string, mapName: string | null): string {
  const name = quoted(variable);
  const map = mapName === null ? `groma.maps.create(${name})` : `groma.maps[${quoted(mapName)}]`;
  return `import groma\n\n${map}.add(${variable}, name=${name})`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
