import { IconButton, XIcon } from '@groma/ui';
import { useText } from '../platform/text.ts';
import { ResourceField } from './resource-field.tsx';
import './images-field.css';

interface ImagesFieldProps {
  projectId: string;
  label: string;
  value: unknown;
  onChange: (references: string[]) => void;
}

/** Chooses several images, in their order. */
export function ImagesField({ projectId, label, value, onChange }: ImagesFieldProps) {
  const t = useText();
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <div className="images-field" role="group" aria-label={label}>
      {[...chosen, null].map((reference, at) => (
        <div key={at} className="images-field-row">
          <ResourceField
            projectId={projectId}
            kinds={['image']}
            label={t('function.imageNumber', { number: at + 1 })}
            value={reference}
            without={chosen.filter((each) => each !== reference)}
            onChange={(next) => {
              if (next !== null) onChange([...chosen.slice(0, at), next, ...chosen.slice(at + 1)]);
            }}
          />
          {reference !== null && (
            <IconButton
              size="s"
              label={t('function.removeImage', { number: at + 1 })}
              icon={<XIcon />}
              onClick={() => onChange(chosen.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
    </div>
  );
}
