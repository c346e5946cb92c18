import {
  CubeIcon,
  FileCodeIcon,
  FileIcon,
  FileTextIcon,
  FileTypeCsvIcon,
  FileTypePdfIcon,
  FileZipIcon,
  FolderIcon,
  FolderOpenIcon,
  MapIcon,
  NotebookIcon,
  PhotoIcon,
  type Icon,
} from '@groma/ui';
import { createElement } from 'react';
import type { FileNode } from './file-path.ts';
import { extensionOf, isOfFamily } from './file-type.ts';
import { isTileset } from './opening-rule.ts';

const byExtension: Readonly<Record<string, Icon>> = {
  csv: FileTypeCsvIcon,
  tsv: FileTypeCsvIcon,
  pdf: FileTypePdfIcon,
  zip: FileZipIcon,
  kmz: FileZipIcon,
  ipynb: NotebookIcon,
  md: FileTextIcon,
  txt: FileTextIcon,
  log: FileTextIcon,
  geojson: MapIcon,
};

export function FileNodeIcon({ node, isExpanded }: { node: Pick<FileNode, 'id' | 'isDir'>; isExpanded: boolean }) {
  if (node.isDir) return isExpanded ? <FolderOpenIcon /> : <FolderIcon />;
  return createElement(byExtension[extensionOf(node.id)] ?? iconOfFamily(node.id));
}

function iconOfFamily(path: string): Icon {
  if (isOfFamily(path, 'image')) return PhotoIcon;
  if (isOfFamily(path, 'scene') || isOfFamily(path, 'cloud') || isTileset(path)) return CubeIcon;
  if (isOfFamily(path, 'text')) return FileCodeIcon;
  return isOfFamily(path, 'geodata') ? MapIcon : FileIcon;
}
