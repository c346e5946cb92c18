import {
  CubeIcon,
  FileCodeIcon,
  FileTextIcon,
  FileTypeCsvIcon,
  FileTypePdfIcon,
  MapIcon,
  MarkdownIcon,
  NotebookIcon,
  PhotoIcon,
  type Icon,
} from '@groma/ui';
import type { ComponentType } from 'react';
import type { PanelProps } from '../../../registry/panel.ts';
import type { FileViewerKind } from '../entry/opening-rule.ts';
import type { ViewerParams } from './viewer-params.ts';

interface FileViewer {
  icon: Icon;
  load: () => Promise<{ Panel: ComponentType<PanelProps<ViewerParams>> }>;
}

/** The viewers, by the kind of panel they are. Each is loaded when the first file of its kind is opened. */
export const fileViewers: Record<FileViewerKind, FileViewer> = {
  'file-large': { icon: FileTextIcon, load: () => import('./large/large-panel.tsx') },
  'file-csv': { icon: FileTypeCsvIcon, load: () => import('./table/table-panel.tsx') },
  'file-json': { icon: FileCodeIcon, load: () => import('./json/json-panel.tsx') },
  'file-image': { icon: PhotoIcon, load: () => import('./image/image-panel.tsx') },
  'file-pdf': { icon: FileTypePdfIcon, load: () => import('./pdf/pdf-panel.tsx') },
  'file-markdown': { icon: MarkdownIcon, load: () => import('./markdown/markdown-panel.tsx') },
  'file-notebook': { icon: NotebookIcon, load: () => import('./notebook/notebook-panel.tsx') },
  'file-scene': { icon: CubeIcon, load: () => import('./scene/scene-panel.tsx') },
  'file-geodata': { icon: MapIcon, load: () => import('./geodata/geodata-panel.tsx') },
};
