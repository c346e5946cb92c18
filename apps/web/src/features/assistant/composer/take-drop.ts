import { formatResource, layerReference } from '@groma/model';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { attachmentOfPanel } from '../../../registry/assistant-view.ts';
import { carriesProjectFiles, takeFiles } from '../../../registry/file-drag.ts';
import { addToGaia, type NewAttachment } from '../../../registry/gaia-attachments.ts';
import { carriesLayer, takeLayer } from '../../../registry/layer-drag.ts';
import { carriesPanel, takePanel } from '../../../registry/panel-drag.ts';
import { addPictures } from './read-picture.ts';

/** Whether the chat may take what is dragged; all that can be seen of it before the drop. */
export function mayTake(data: DataTransfer): boolean {
  return carriesProjectFiles(data) || carriesLayer(data) || carriesPanel(data) || data.types.includes('Files');
}

/** Has what was dropped go along with the next question: files, layers, open panels, pictures of this computer. */
export function takeDrop(data: DataTransfer): void {
  const found = attachmentsOf(data);
  const isFull = found.some((each) => addToGaia(each) === null);
  if (isFull) toast.info(t('chat.tooMany'));
  const pictures = [...data.files];
  if (pictures.length > 0) void addPictures(pictures);
  else if (found.length === 0) toast.info(t('chat.notAttachable'));
}

function attachmentsOf(data: DataTransfer): NewAttachment[] {
  const layer = takeLayer(data);
  if (layer)
    return [{ type: 'layer', filename: layer.name, url: layerReference({ mapId: layer.mapId, layerId: layer.id }) }];
  const panel = takePanel(data);
  const ofPanel = panel && attachmentOfPanel(panel);
  if (ofPanel) return [ofPanel];
  return takeFiles(data)
    .filter(({ isDir }) => !isDir)
    .map(({ path }) => fileAttachment(path));
}

/** A file of the project as it goes along with a question. */
function fileAttachment(path: string): NewAttachment {
  return {
    type: 'file',
    filename: path.slice(path.lastIndexOf('/') + 1),
    url: formatResource({ kind: 'file', parts: [path] }),
  };
}
