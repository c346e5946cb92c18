import { Button, Dialog, Note, TextField } from '@groma/ui';
import { useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { importRaster } from './import-raster.ts';
import type { ImportTarget } from '../maps/map-imports.ts';

/** Asks for the address of a raster and adds it, once it has been checked (RAS-025). */
export function askRasterUrl(target: ImportTarget): void {
  openDialog((props) => <RasterUrlDialog {...props} target={target} />);
}

function RasterUrlDialog({ opened, onClose, target }: DialogHostProps & { target: ImportTarget }) {
  const t = useText();
  const [kept, setTyped] = useKeptText(`raster-url.${target.mapId}`);
  const typed = kept ?? '';
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const close = () => {
    abort.current?.abort();
    setTyped(null);
    onClose();
  };
  const submit = async () => {
    const url = typed.trim();
    if (!/^https?:\/\/[^/]+/i.test(url) || !URL.canParse(url)) return setFailure(t('raster.url.noAddress'));
    const { signal } = (abort.current = new AbortController());
    setBusy(true);
    setFailure(null);
    try {
      if (await importRaster(target, nameOf(url), url, signal)) close();
    } catch (error) {
      if (!signal.aborted) setFailure(t('raster.url.invalid', { reason: errorText(error) }));
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <>
      <Button onClick={close}>{t('raster.cog.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isBusy}>
        {t('raster.url.add')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('raster.url.title')}
      onSubmit={() => {
        void submit();
      }}
      foot={foot}
    >
      <TextField
        label={t('raster.url.label')}
        type="url"
        dir="ltr"
        value={typed}
        hint={t('raster.url.hint')}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
    </Dialog>
  );
}

/** The last part of the path, else the host. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last || hostname;
  }
}
