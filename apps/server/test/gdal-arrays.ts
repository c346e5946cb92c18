import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Axis {
  name: string;
  values: readonly number[];
  unit: string;
  attributes?: Readonly<Record<string, string>>;
}

/** An array of a file, as GDAL is told to make it. */
export interface MadeArray {
  name: string;
  axes: readonly Axis[];
  type: 'Int16' | 'Float32';
  values: readonly number[];
  unit: string;
  /** What unpacks its numbers, and the one that stands for none. */
  packing?: { scale: number; offset: number; nodata: number };
  srs?: string | undefined;
}

/**
 * Makes a file of one array in a folder, by GDAL: a NetCDF of the classic form (`.nc`) or one that is HDF5 (`.nc4`), or
 * a folder of Zarr (`.zarr`). Answers its path.
 */
export function makeArrayFile(folder: string, name: string, made: MadeArray): string {
  const source = join(folder, `${name}.vrt`);
  writeFileSync(source, asVrt(made));
  const path = join(folder, name);
  const [form, ...options] = name.endsWith('.zarr')
    ? ['Zarr']
    : ['netCDF', '-co', `FORMAT=${name.endsWith('.nc') ? 'NC' : 'NC4'}`];
  execFileSync('gdalmdimtranslate', ['-q', '-of', form!, ...options, source, path]);
  return path;
}

function asVrt({ name, axes, type, values, unit, packing, srs }: MadeArray): string {
  const attribute = ([key, value]: [string, string]): string =>
    `<Attribute name="${key}"><DataType>String</DataType><Value>${value}</Value></Attribute>`;
  const axis = ({ name: of, values: at, unit: measured, attributes = {} }: Axis): string =>
    `<Array name="${of}"><DataType>Float64</DataType><DimensionRef ref="${of}"/><Unit>${measured}</Unit><InlineValues>${at.join(' ')}</InlineValues>${Object.entries(attributes).map(attribute).join('')}</Array>`;
  const types: Readonly<Record<string, string>> = {
    lon: 'HORIZONTAL_X',
    x: 'HORIZONTAL_X',
    lat: 'HORIZONTAL_Y',
    y: 'HORIZONTAL_Y',
    time: 'TEMPORAL',
  };
  return `<VRTDataset><Group name="/">${axes
    .map(
      ({ name: of, values: at }) =>
        `<Dimension name="${of}" size="${at.length}" ${types[of] ? `type="${types[of]}" ` : ''}indexingVariable="${of}"/>`,
    )
    .join('')}${axes.map(axis).join('')}<Array name="${name}"><DataType>${type}</DataType>${axes
    .map(({ name: of }) => `<DimensionRef ref="${of}"/>`)
    .join(
      '',
    )}${srs === undefined ? '' : `<SRS dataAxisToSRSAxisMapping="${axes.length},${axes.length - 1}">${srs}</SRS>`}<Unit>${unit}</Unit>${
    packing
      ? `<NoDataValue>${packing.nodata}</NoDataValue><Offset>${packing.offset}</Offset><Scale>${packing.scale}</Scale>`
      : ''
  }<InlineValues>${values.join(' ')}</InlineValues></Array></Group></VRTDataset>`;
}
