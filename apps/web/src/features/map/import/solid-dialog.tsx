import { formatResource, parseResource } from '@groma/model';
import { Button, Dialog } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';
import type { ImportTarget } from '../maps/map-imports.ts';
import { importSolids } from './import-files.ts';
import { solidEndings } from './import-solid.ts';

/** Asks for a file of the project that stands in space, and puts it on the map. */
export function askSolid(target: ImportTarget): void {
  openDialog((props) => <SolidDialog {...props} target={target} />);
}

function SolidDialog({ opened, onClose, target }: DialogHostProps & { target: ImportTarget }) {
  const t = useText();
  const [path, setPath] = useState<string | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('solid.add')}
      onSubmit={() => {
        if (path === null) return;
        onClose();
        importSolids(target, [path]);
      }}
      foot={
        <>
          <Button onClick={onClose}>{t('raster.cog.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={path === null}>
            {t('raster.url.add')}
          </Button>
        </>
      }
    >
      <p>{t('solid.addText')}</p>
      <ResourceField
        projectId={target.projectId}
        kinds={['file']}
        endings={solidEndings}
        label={t('solid.file')}
        value={path === null ? null : formatResource({ kind: 'file', parts: [path] })}
        onChange={(reference) => setPath(reference === null ? null : (parseResource(reference)?.parts[0] ?? null))}
      />
    </Dialog>
  );
}
