import { formatResource, layerReference, type DataKind } from '@groma/model';
import { carriesProjectFiles, takeFiles } from './file-drag.ts';
import { carriesLayer, takeLayer } from './layer-drag.ts';
import { carriesTable, takeTable } from './table-drag.ts';

/** Whether a drag may carry data of these kinds; all that can be seen of it before the drop. */
export function carriesResource(data: DataTransfer | null, kinds: readonly DataKind[]): boolean {
  return (
    (kinds.includes('layer') && carriesLayer(data)) ||
    (kinds.includes('table') && carriesTable(data)) ||
    ((kinds.includes('file') || kinds.includes('image')) && carriesProjectFiles(data))
  );
}

/** The reference of what was dropped; null for anything but one layer, file or table. */
export function droppedResource(data: DataTransfer, kinds: readonly DataKind[]): string | null {
  const layer = takeLayer(data);
  if (layer && kinds.includes('layer')) return layerReference({ mapId: layer.mapId, layerId: layer.id });
  const table = takeTable(data);
  if (table?.schema !== undefined && kinds.includes('table'))
    return formatResource({ kind: 'table', parts: [table.databaseId, table.schema, table.name] });
  const [file, other] = takeFiles(data);
  if (!file || other || file.isDir) return null;
  const kind = kinds.find((each) => each === 'file' || each === 'image');
  return kind ? formatResource({ kind, parts: [file.path] }) : null;
}
