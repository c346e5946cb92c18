import { useInterface } from '@groma/ui';
import { fileSizeText } from '../../../platform/file-size.ts';
import { folderOf, type FileNode } from '../entry/file-path.ts';
import { fileDate, shortFileDate } from '../entry/file-date.ts';

/**
 * Size and date of a row; a narrow drawer has room for the one it is sorted by. A search says the folder instead of the
 * date.
 */
export function FileColumns({ node, withFolder }: { node: FileNode; withFolder: boolean }) {
  const { locale } = useInterface();
  if (node.isPending) return null;
  return (
    <>
      {withFolder && (
        <span className="file-column-folder" title={node.id}>
          <bdi>{folderOf(node.id)}</bdi>
        </span>
      )}
      <span className="file-column-size">
        {node.size === null || node.bytes === null ? node.size : fileSizeText(node.bytes)}
      </span>
      {!withFolder && node.lastModified !== '' && (
        <time className="file-column-date" dateTime={node.lastModified} title={fileDate(node.lastModified, locale)}>
          <span className="file-date-whole">{fileDate(node.lastModified, locale)}</span>
          <span className="file-date-short">{shortFileDate(node.lastModified, locale)}</span>
        </time>
      )}
    </>
  );
}
