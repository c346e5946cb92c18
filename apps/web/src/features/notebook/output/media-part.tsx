import { outputFrameHtml, type MediaOutput } from '@groma/model';
import { FileTextIcon, LinkButton } from '@groma/ui';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import { HtmlOutput } from './html-output.tsx';
import { ImageOutput } from './image-output.tsx';

/**
 * A picture, film or sound where it stands, the last two in the frame of outputs; a document is to be saved (NBK-147).
 */
export function MediaPart({ part, isExpanded }: { part: MediaOutput; isExpanded: boolean }) {
  const t = useText();
  const html = useMemo(() => outputFrameHtml(part), [part]);
  return (
    <div className="output-part">
      {part.kind === 'image/gif' || part.kind === 'image/webp' ? (
        <ImageOutput type={part.kind} data={part.data} isExpanded={isExpanded} />
      ) : html !== null ? (
        <HtmlOutput html={html} text={undefined} isExpanded={isExpanded} />
      ) : part.kind === 'application/pdf' ? (
        <SavedDocument data={part.data} />
      ) : (
        <p className="output-failure">{t('notebook.media.failed')}</p>
      )}
    </div>
  );
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function SavedDocument({ data }: { data: string }) {
  const t = useText();
  if (!base64.test(data)) return <p className="output-failure">{t('notebook.media.failed')}</p>;
  return (
    <p className="output-document">
      <LinkButton
        size="s"
        icon={<FileTextIcon size={14} />}
        href={`data:application/pdf;base64,${data}`}
        download="output.pdf"
      >
        {t('notebook.media.savePdf')}
      </LinkButton>
    </p>
  );
}
