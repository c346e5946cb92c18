import { useText } from '../../../platform/text.ts';

const base64 = /^[A-Za-z0-9+/]+=*$/;

interface ImageOutputProps {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  data: string;
  width?: number | undefined;
  height?: number | undefined;
  isExpanded: boolean;
}

/** A picture the code drew: at its own size when expanded, else made to fit. */
export function ImageOutput({ type, data, width, height, isExpanded }: ImageOutputProps) {
  const t = useText();
  if (!base64.test(data)) return <p className="output-failure">{t('notebook.imageFailed')}</p>;
  return (
    <div className="output-image" data-expanded={isExpanded || undefined}>
      <img
        src={`data:${type};base64,${data}`}
        width={width}
        height={height}
        alt={t('notebook.figure')}
        draggable={false}
      />
    </div>
  );
}
