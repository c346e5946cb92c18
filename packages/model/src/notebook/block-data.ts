import type * as Y from 'yjs';
import { textWithNewIds, type NewIds } from '../resource/new-ids.ts';
import { readContainers } from './read-blocks.ts';

/** Has the data blocks of a notebook that was copied refer to the copies of what they have chosen. */
export function renewBlockData(doc: Y.Doc, ids: NewIds): void {
  doc.transact(() => {
    for (const { container } of readContainers(doc)) {
      const node = container.get(0) as Y.XmlElement;
      const data: unknown = node.nodeName === 'dataInput' ? node.getAttribute('data') : undefined;
      if (typeof data === 'string') node.setAttribute('data', textWithNewIds(data, ids));
    }
  });
}
