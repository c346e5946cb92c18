import { baseName, limit } from '@groma/model';
import { extensionOf, isOfFamily } from './file-type.ts';

/** Kinds of panels that show files without changing them. */
export type FileViewerKind =
  | 'file-large'
  | 'file-csv'
  | 'file-json'
  | 'file-image'
  | 'file-pdf'
  | 'file-markdown'
  | 'file-notebook'
  | 'file-geodata'
  | 'file-scene';
type ViewerKind = 'file-text' | FileViewerKind;

/** What opening a file leads to: a kind of panel, or a refusal by its text key. */
export type Opening =
  | { opens: ViewerKind }
  | {
      refusal: 'file.sizeUnknown' | 'file.tooLargeToOpen' | 'file.unsupported' | 'file.unsupportedGeodata';
      values: Record<string, string>;
    };

/**
 * The opening rules (FIL-032 to FIL-037), in their order: size known, type supported, size allowed, text by size. What
 * comes by windows or tiles (tables, lines, cards of geodata, clouds) opens at any size; what is needed whole ends at
 * 100 MB.
 */
export function openingOf({ path, bytes }: { path: string; bytes: number | null }): Opening {
  const name = extensionOf(path) === '' ? baseName(path) : `.${extensionOf(path)}`;
  const refuse = (refusal: Extract<Opening, { refusal: string }>['refusal']): Opening => ({
    refusal,
    values: { name },
  });
  if (bytes === null) return { refusal: 'file.sizeUnknown', values: { name: baseName(path) } };
  const whole = isOfFamily(path, 'image') ? 'file-image' : isOfFamily(path, 'pdf') ? 'file-pdf' : null;
  if (whole) return bytes > limit.openFileBytes ? refuse('file.tooLargeToOpen') : { opens: whole };
  if (isOfFamily(path, 'scene'))
    return bytes > limit.openFileBytes ? refuse('file.tooLargeToOpen') : { opens: 'file-scene' };
  if (isOfFamily(path, 'cloud') || isTileset(path)) return { opens: 'file-scene' };
  if (isOfFamily(path, 'csv')) return { opens: 'file-csv' };
  if (isOfFamily(path, 'text')) {
    if (bytes > limit.editFileBytes) return { opens: 'file-large' };
    return { opens: extensionOf(path) === 'ipynb' ? 'file-notebook' : 'file-text' };
  }
  if (isOfFamily(path, 'card')) return { opens: 'file-geodata' };
  if (bytes > limit.openFileBytes) return refuse('file.tooLargeToOpen');
  return refuse(isOfFamily(path, 'geodata') ? 'file.unsupportedGeodata' : 'file.unsupported');
}

/** A tileset of 3D Tiles is JSON by its ending. */
export function isTileset(path: string): boolean {
  return baseName(path).toLowerCase() === 'tileset.json';
}

const previews: Readonly<Record<string, FileViewerKind>> = {
  md: 'file-markdown',
  markdown: 'file-markdown',
  json: 'file-json',
  geojson: 'file-json',
  svg: 'file-image',
  ipynb: 'file-notebook',
  kml: 'file-geodata',
  gpx: 'file-geodata',
  gml: 'file-geodata',
  topojson: 'file-geodata',
  gltf: 'file-scene',
};

/** The viewer that shows a text file as what it means, where there is one. */
export function previewOf(path: string): FileViewerKind | undefined {
  return isTileset(path) ? 'file-scene' : previews[extensionOf(path)];
}
