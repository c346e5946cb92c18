import { mapTiles } from '@groma/protocol';
import { Button, CopyButton, Dialog } from '@groma/ui';
import { Link } from '../../../platform/link.tsx';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import './tile-addresses.css';

/** Shows the addresses by which other programs draw a raster layer. */
export function openTileAddresses(mapId: string, layerId: string, name: string): void {
  openDialog((props) => <TileAddresses {...props} mapId={mapId} layerId={layerId} name={name} />);
}

interface TileAddressesProps extends DialogHostProps {
  mapId: string;
  layerId: string;
  name: string;
}

function TileAddresses({ opened, onClose, mapId, layerId, name }: TileAddressesProps) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.addresses.title', { name })}
      foot={<Button onClick={onClose}>{t('layer.details.close')}</Button>}
    >
      <div className="tile-addresses">
        <p>{t('layer.addresses.text')}</p>
        <Address
          title={t('layer.addresses.xyz')}
          path={mapTiles.layerTilePath(mapId, layerId)}
          label={t('layer.addresses.copyXyz')}
        />
        <Address
          title={t('layer.addresses.wmts')}
          path={mapTiles.mapWmtsPath(mapId)}
          label={t('layer.addresses.copyWmts')}
        />
        <p>
          {t('layer.addresses.signIn')} <Link href="/dashboard/account">{t('layer.addresses.tokens')}</Link>
        </p>
      </div>
    </Dialog>
  );
}

function Address({ title, path, label }: { title: string; path: string; label: string }) {
  const address = location.origin + path;
  return (
    <section>
      <h3>{title}</h3>
      <div className="tile-address">
        <code>{address}</code>
        <CopyButton size="s" label={label} text={address} />
      </div>
    </section>
  );
}
