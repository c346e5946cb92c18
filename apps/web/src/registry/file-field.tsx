import { formatResource, parseResource } from '@groma/model';
import { useText } from '../platform/text.ts';
import { ResourceField } from './resource-field.tsx';

interface FileFieldProps {
  projectId: string;
  label: string;
  /** Ends of the names of files that are offered. */
  endings: readonly string[];
  value: string | null;
  onChange: (path: string | null) => void;
}

/** Chooses a file of the project by its path, or none. */
export function FileField({ projectId, label, endings, value, onChange }: FileFieldProps) {
  const t = useText();
  return (
    <ResourceField
      projectId={projectId}
      kinds={['file']}
      endings={endings}
      none={t('function.fileOfServer')}
      label={label}
      value={value === null ? null : formatResource({ kind: 'file', parts: [value] })}
      onChange={(reference) => onChange(reference === null ? null : (parseResource(reference)?.parts[0] ?? null))}
    />
  );
}
