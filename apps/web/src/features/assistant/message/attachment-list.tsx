import type { AttachmentType, ChatAttachment } from '@groma/model';
import type { SentAttachment } from '@groma/protocol';
import {
  AlertCircleIcon,
  FileTextIcon,
  IconButton,
  LayersIntersectIcon,
  NotebookIcon,
  PhotoIcon,
  ProgressBar,
  TextPlusIcon,
  useNumberFormat,
  XIcon,
} from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import './attachment-list.css';

const icons = {
  notebook: NotebookIcon,
  selection: TextPlusIcon,
  error: AlertCircleIcon,
  file: FileTextIcon,
  picture: PhotoIcon,
  layer: LayersIntersectIcon,
} satisfies Record<AttachmentType, unknown>;

/** What goes along with a question, each with its progress while it is read; `onRemove` takes one away. */
export function AttachmentList({
  attachments,
  onRemove,
}: {
  attachments: readonly (SentAttachment & Partial<ChatAttachment>)[];
  onRemove?: (id: string) => void;
}) {
  const t = useText();
  const percents = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  if (attachments.length === 0) return null;
  return (
    <ul className="gaia-attachments" aria-label={t('chat.attachments')}>
      {attachments.map(({ id, type, filename, url, isUploading = false, percentProgress = 100 }) => {
        const Icon = icons[type];
        return (
          <li key={id} title={filename}>
            {type === 'picture' && url.startsWith('data:image/') ? <img src={url} alt="" /> : <Icon size={14} />}
            <span dir="auto">{filename}</span>
            {isUploading && (
              <>
                <ProgressBar value={percentProgress} label={t('chat.reading', { name: filename })} />
                <small>{percents.format(percentProgress / 100)}</small>
              </>
            )}
            {onRemove && (
              <IconButton
                size="s"
                label={t('chat.removeAttachment', { name: filename })}
                icon={<XIcon size={12} />}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
