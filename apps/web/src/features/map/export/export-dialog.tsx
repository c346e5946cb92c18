import { mapExport, type ExportFormat } from '@groma/protocol';
import { Button, Dialog, Segmented, SelectField, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { can } from '../../../platform/session.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { CrsField } from '../field/crs-field.tsx';
import type { MapSession } from '../session/map-session.ts';
import { exportLayer, fileNameOf } from './export-layer.ts';

interface ExportedLayer {
  id: string;
  text: string;
}

const degrees = 'EPSG:4326';

/** Asks as what, in which system, what of it and whereto a layer is written. */
export function askExport(session: MapSession, layer: ExportedLayer): void {
  openDialog((props) => <ExportDialog {...props} session={session} layer={layer} />);
}

function ExportDialog({
  opened,
  onClose,
  session,
  layer,
}: DialogHostProps & { session: MapSession; layer: ExportedLayer }) {
  const t = useText();
  const selected = [...(session.state.selection[layer.id] ?? [])];
  const [format, setFormat] = useState<ExportFormat>('geopackage');
  const [crs, setCrs] = useState(degrees);
  const isFiltered = (session.state.styles[layer.id]?.filter?.length ?? 0) > 0;
  const [scope, setScope] = useState<'all' | 'shown' | 'selected'>(isFiltered ? 'shown' : 'all');
  const [place, setPlace] = useState<'wkt' | 'lonlat'>('wkt');
  const [target, setTarget] = useState<'download' | 'files'>(can('download', 'file') ? 'download' : 'files');
  const [path, setPath] = useState(`/data/${fileNameOf(layer.text)}`);
  const submit = () => {
    onClose();
    void exportLayer({
      session,
      layer,
      format,
      crs: format === 'kml' ? degrees : crs,
      fids: scope === 'selected' ? selected : null,
      filtered: scope === 'shown',
      place,
      path: target === 'files' ? path : null,
    });
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('layer.export.cancel')}</Button>
      <Button type="submit" variant="primary">
        {t('layer.export.confirm')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.export.title', { name: layer.text })}
      onSubmit={submit}
      foot={foot}
    >
      <SelectField
        label={t('layer.export.format')}
        hint={t(`layer.export.hints.${format}`)}
        value={format}
        onChange={setFormat}
        data-autofocus
        options={mapExport.exportFormats.map((value) => ({ value, label: t(`layer.export.formats.${value}`) }))}
      />
      <CrsField value={format === 'kml' ? degrees : crs} onChange={setCrs} disabled={format === 'kml'} />
      {format === 'csv' && (
        <Segmented
          label={t('layer.export.place')}
          value={place}
          onChange={setPlace}
          fullWidth
          options={[
            { value: 'wkt', label: t('layer.export.wkt') },
            { value: 'lonlat', label: t('layer.export.lonlat') },
          ]}
        />
      )}
      {(selected.length > 0 || isFiltered) && (
        <Segmented
          label={t('layer.export.features')}
          value={scope}
          onChange={setScope}
          fullWidth
          options={[
            ...(isFiltered ? [{ value: 'shown' as const, label: t('layer.export.shown') }] : []),
            { value: 'all', label: t('layer.export.all') },
            ...(selected.length > 0
              ? [{ value: 'selected' as const, label: t('layer.export.selected', { count: selected.length }) }]
              : []),
          ]}
        />
      )}
      <Segmented
        label={t('layer.export.target')}
        value={target}
        onChange={setTarget}
        fullWidth
        options={[
          { value: 'download', label: t('layer.export.download') },
          { value: 'files', label: t('layer.export.files') },
        ]}
      />
      {target === 'files' && (
        <TextField
          label={t('layer.export.path')}
          hint={t('layer.export.pathHint')}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}
