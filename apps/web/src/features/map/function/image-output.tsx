import { TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

interface ImageOutputProps {
  path: string;
  /** The file may be left to be called like the layer. */
  isOptional: boolean;
  onChange: (path: string) => void;
}

/** Where an image goes among the files of the workspace. */
export function ImageOutput({ path, isOptional, onChange }: ImageOutputProps) {
  const t = useText();
  const isRight = isImagePath(path) || (isOptional && path.trim() === '');
  return (
    <TextField
      size="s"
      label={t('function.imageFile')}
      maxLength={1_000}
      value={path}
      hint={isOptional ? t('function.imageFileHint') : undefined}
      error={isRight ? undefined : t('function.imageEnding')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whether a file of this name is a GeoTIFF. */
export function isImagePath(path: string): boolean {
  return /\.tiff?$/i.test(path.trim());
}
