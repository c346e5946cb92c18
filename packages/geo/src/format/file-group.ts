import { fileExtension, formatOfName, type FileFormat } from './file-format.ts';

/** Companions of a shapefile: needed or useful ones, then spatial and attribute indices (FIL-012). */
export const SHAPEFILE_SIDECARS = ['shx', 'dbf', 'prj', 'cpg', 'qpj', 'sbn', 'sbx', 'qix', 'fbn', 'fbx', 'ain', 'aih', 'ixs', 'mxs', 'atx'] as const;

/** A main file and the files that belong to it; names as given. */
export type FileGroup = { name: string; baseName: string; format: FileFormat; sidecars: string[] };

/**
 * Groups the files of an upload by base name (FIL-011), so that roads.shx and roads.dbf belong to roads.shp.
 * `skipped` are names that are no geodata file, and companions whose main file is missing.
 */
export function groupFiles(names: Iterable<string>): { groups: FileGroup[]; skipped: string[] } {
  const groups: FileGroup[] = [];
  const companions: string[] = [];
  const skipped: string[] = [];
  for (const name of names) {
    const format = formatOfName(name);
    if (format) groups.push({ name, baseName: baseName(name), format, sidecars: [] });
    else if ((SHAPEFILE_SIDECARS as readonly string[]).includes(fileExtension(name))) companions.push(name);
    else skipped.push(name);
  }
  const shapefiles = new Map(groups.filter(({ format }) => format === 'shapefile').map((group) => [group.baseName.toLowerCase(), group]));
  for (const name of companions) {
    const group = shapefiles.get(baseName(name).toLowerCase());
    if (group) group.sidecars.push(name);
    else skipped.push(name);
  }
  return { groups, skipped };
}

/** A name (or path) without its extension. */
export function baseName(name: string): string {
  return name.replace(/\.[^./\\]+$/, '');
}
