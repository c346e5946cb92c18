import { colorMapGroups, colorMapTable, type ColorMapGroup, type ColorMapRow } from './color-map-table.ts';

export type RampColor = readonly [red: number, green: number, blue: number];

/**
 * A named colour map. A qualitative one has `colors`, to be taken as they are; any other runs from its first stop to
 * its last.
 */
export interface ColorMap {
  name: string;
  label: string;
  group: ColorMapGroup;
  colors: readonly RampColor[] | null;
  /** Places from 0 to 1, growing, with a colour each. */
  stops: readonly { at: number; color: RampColor }[];
}

/** The map that stands for one of an unknown name (RAS-033). */
export const defaultColorMapName = 'gray';

const read = new Map<string, ColorMap>();
const rows = new Map(colorMapTable.map((row) => [row.name, row]));

/** Finds a colour map by its name, in capitals or not; the grey one where there is none of this name (RAS-033). */
export function findColorMap(name: string): ColorMap {
  const key = name.toLowerCase();
  const row = rows.get(key) ?? rows.get(defaultColorMapName)!;
  const found = read.get(row.name) ?? readRow(row);
  read.set(row.name, found);
  return found;
}

/** All colour maps by group, in the order in which they are offered (RAS-031). */
export function colorMapsByGroup(): { group: ColorMapGroup; maps: ColorMap[] }[] {
  return colorMapGroups.map((group) => ({
    group,
    maps: colorMapTable.filter((row) => row.group === group).map(({ name }) => findColorMap(name)),
  }));
}

/** The colour at a place from 0 to 1; places beyond are taken as the nearest. Channels are 0 to 255. */
export function colorAt({ stops }: ColorMap, at: number): RampColor {
  const place = Math.min(1, Math.max(0, Number.isNaN(at) ? 0 : at));
  const after = Math.max(
    1,
    stops.findIndex((stop) => stop.at >= place),
  );
  const [low, high] = [stops[after - 1]!, stops[after]!];
  const part = (place - low.at) / (high.at - low.at);
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(low.color[channel] + part * (high.color[channel] - low.color[channel]));
  return [mix(0), mix(1), mix(2)];
}

/**
 * `count` colours of a map: those of a qualitative one in turn, again from the first where they run out; of any other
 * as many at equal distances, from end to end (of one, its middle; of a cyclic one, whose ends are the same, short of
 * the end).
 */
export function rampColors(map: ColorMap, count: number, isReversed = false): RampColor[] {
  const { colors } = map;
  const list = Array.from({ length: count }, (_, index): RampColor => {
    if (colors) return colors[index % colors.length]!;
    if (count === 1) return colorAt(map, 0.5);
    return colorAt(map, index / (map.group === 'cyclic' ? count : count - 1));
  });
  return isReversed ? list.toReversed() : list;
}

function readRow({ name, label, group, stops, colors }: ColorMapRow): ColorMap {
  if (colors !== undefined) {
    const list = colors.split(' ').map((hex) => colorOf(hex));
    return {
      name,
      label,
      group,
      colors: list,
      stops: list.map((color, index) => ({ at: index / (list.length - 1), color })),
    };
  }
  return {
    name,
    label,
    group,
    colors: null,
    stops: stops!
      .split(' ')
      .map((stop) => ({ at: Number.parseInt(stop.slice(0, 2), 16) / 255, color: colorOf(stop.slice(2)) })),
  };
}

function colorOf(hex: string): RampColor {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
