import { isSafePicture } from '@groma/model';
import { fillPath, notebook } from '@groma/protocol';

/**
 * Where the page loads a picture of a notebook from; those of other servers come by ours, so that readers are not seen
 * there.
 */
export function addressOfPicture(
  url: string,
  { notebookId, projectId }: { notebookId: string; projectId: string },
): string {
  if (!isSafePicture(url)) return '';
  if (!/^\s*https?:/i.test(url) || URL.parse(url)?.origin === location.origin) return url;
  return `${fillPath(notebook.readOutsidePicture.path, { notebookId, projectId })}?${new URLSearchParams({ url })}`;
}
