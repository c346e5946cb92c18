import { lengthUnits, type LengthUnit, type ToolParameters } from '@groma/model';
import { destination } from '../measure/destination.ts';
import { polar } from '../measure/length.ts';
import { RADIANS } from '../measure/ellipsoid.ts';
import { forEachPath } from './copy-row.ts';
import { requireRows, mostRows } from './result-limit.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { eachRow, isOn, numberIn, textIn, type Tool } from './tool-run.ts';

/** A length that a person set, in metres. */
export function metresIn(parameters: ToolParameters, name: string): number {
  return numberIn(parameters, name) * lengthUnits[textIn(parameters, 'unit') as LengthUnit];
}

/**
 * Points at equal distances along each line or ring, from its start, on the geodesics between its vertices; heights are
 * interpolated. Rings do not repeat their start.
 */
export const pointsAlongLines: Tool = (run) => {
  const step = metresIn(run.parameters, 'interval');
  const withEnd = isOn(run.parameters, 'include_end');
  const output = new ToolOutput([...columnsOf(run.features), madeFrom({ name: 'distance', type: 'number' }, 0)]);
  let made = 0;
  const batches = eachRow(run, output, (batch, row) => {
    const { coordinates, size, kind } = batch.geometry;
    const add = (x: number, y: number, z: number, metres: number): void => {
      requireRows(++made);
      output.writer('point', size).position(x - 360 * Math.round(x / 360), y, z);
      output.add({ batch, row }, null, [metres]);
    };
    forEachPath(batch.geometry, row, (first, end) => {
      if (end === first) return;
      let [length, count] = [0, 0];
      for (let at = first; at + 1 < end; at++) {
        const [one, other] = [at * size, (at + 1) * size];
        const from = [coordinates[one]!, coordinates[one + 1]!] as [number, number];
        const { metres, azimuth } = polar(from, [coordinates[other]!, coordinates[other + 1]!]);
        requireRows(made + metres / step - 1, mostRows);
        for (; count * step < length + metres; count++) {
          const far = count * step - length;
          const [x, y] = far === 0 ? from : destination(from, azimuth / RADIANS, far);
          const [low, high] = size === 3 ? [coordinates[one + 2]!, coordinates[other + 2]!] : [NaN, NaN];
          add(x, y, low + ((high - low) * far) / metres, count * step);
        }
        length += metres;
      }
      const last = (end - 1) * size;
      const isAtEnd = Math.abs(count * step - length) < 1e-6;
      if ((withEnd && kind === 'line') || (isAtEnd && kind === 'line') || length === 0)
        add(coordinates[last]!, coordinates[last + 1]!, size === 3 ? coordinates[last + 2]! : NaN, length);
    });
  });
  return { columns: output.columns, batches };
};
