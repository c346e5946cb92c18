import { useInterface } from '@groma/ui';
import { fileSizeText } from '../../../platform/file-size.ts';
import { folderOf, type FileNode } from '../file-path.ts';
import { fileDate } from './file-date.ts';

/** Size and date of a row; the date stands where the drawer is wide. A search says the folder instead of the date. */
export function FileColumns({ node, withFolder }: { node: FileNode; withFolder: boolean }) {
  const { locale } = useInterface();
  if (node.isPending) return null;
  return (
    <>
      {withFolder && <span className="file-column-folder" title={node.id}><bdi>{folderOf(node.id)}</bdi></span>}
      <span className="file-column-size">{node.size === null || node.bytes === null ? node.size : fileSizeText(node.bytes)}</span>
      {!withFolder && node.lastModified !== '' && <time className="file-column-date" dateTime={node.lastModified}>{fileDate(node.lastModified, locale)}</time>}
    </>
  );
}
