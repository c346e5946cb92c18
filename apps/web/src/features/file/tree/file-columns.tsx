import { useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { fileSizeText } from '../../../platform/file-size.ts';
import { folderOf, type FileNode } from '../entry/file-path.ts';
import { fileDate, shortFileDate } from '../entry/file-date.ts';

/**
 * How many files belong to a row, its size and date; a narrow drawer has room for the one it is sorted by. A search
 * says the folder instead of the date.
 */
export function FileColumns({ node, withFolder }: { node: FileNode; withFolder: boolean }) {
  const t = useText();
  const { locale } = useInterface();
  if (node.isPending) return null;
  return (
    <>
      {withFolder && (
        <span className="file-column-folder" title={node.id}>
          <bdi>{folderOf(node.id)}</bdi>
        </span>
      )}
      {node.parts && (
        <span className="file-column-parts" title={t('file.parts', { names: node.parts.join(', ') })}>
          {new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(node.parts.length)}
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
