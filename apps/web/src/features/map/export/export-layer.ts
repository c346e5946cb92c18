import { GromaError } from '@groma/model';
import { file, mapExport, type ExportFormat, type ExportLoss, type ExportReply } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';

export interface WantedExport {
  session: Pick<MapSession, 'mapId' | 'projectId'>;
  layer: { id: string; text: string };
  format: ExportFormat;
  crs: string;
  /** Null for all features. */
  fids: number[] | null;
  /** Whether what the filter of the layer leaves out is left out. */
  filtered: boolean;
  place: 'wkt' | 'lonlat';
  /** Among the files of the workspace; null to download. */
  path: string | null;
}

/** Columns that a message names. */
const mostNamed = 12;

/** Writes a layer as a file and says where it is, or why it is not there (MAP-107, MAP-108). */
export async function exportLayer(wanted: WantedExport): Promise<void> {
  toast.info(t('layer.export.running', { name: wanted.layer.text }));
  try {
    const reply = await write(wanted, false);
    if (!reply) return;
    if (reply.bucket === 'groma-temp') await download(wanted.session.projectId, reply);
    else toast.success(t('layer.export.saved', { path: reply.relative_path }));
    if (reply.renamed.length > 0)
      toast.info(
        t('layer.export.renamed', { names: reply.renamed.map(({ from, to }) => `${from} → ${to}`).join(', ') }),
        { duration: null },
      );
    if (reply.left_out > 0) toast.info(t('layer.export.leftOut', { count: reply.left_out }));
    if (reply.losses.length > 0) toast.info(lossesText(reply.losses), { duration: null });
    if (reply.is_cut) toast.info(t('layer.export.cut'));
  } catch (error) {
    if (error instanceof GromaError && error.code === 'CANCELED') return;
    toast.error(errorText(error), { title: t('layer.export.failed') });
  }
}

/** What the format does not hold, one sentence for each kind of loss. */
function lossesText(losses: readonly ExportLoss[]): string {
  return losses
    .map(({ kind, columns }) =>
      t(`layer.export.loss.${kind}`, {
        columns: columns.slice(0, mostNamed).join(', ') + (columns.length > mostNamed ? ', …' : ''),
      }),
    )
    .join(' ');
}

/** Null where there is such a file and the person wants to keep it. */
async function write(wanted: WantedExport, isReplacing: boolean): Promise<ExportReply | null> {
  const { session, layer, format, crs, fids, filtered, place, path } = wanted;
  try {
    const { data } = await api.call(mapExport.exportLayer, {
      params: { layerId: layer.id },
      query: { map_id: session.mapId, project_id: session.projectId },
      body: {
        format,
        crs,
        place,
        filtered,
        ...(fids && { fids }),
        ...(path !== null && { path }),
        replace: isReplacing,
      },
    });
    return data;
  } catch (error) {
    if (!(error instanceof GromaError) || error.code !== 'FILE_EXISTS' || isReplacing) throw error;
    const isSure = await confirm({
      title: t('layer.export.replace', { path: String(error.details['path'] ?? path) }),
      body: t('layer.export.replaceText'),
      confirmLabel: t('layer.export.replaceConfirm'),
      danger: true,
    });
    return isSure ? write(wanted, true) : null;
  }
}

async function download(projectId: string, { relative_path: path, name }: ExportReply): Promise<void> {
  const { signedUrl } = await api.call(file.signedUrl, { params: { bucket: 'groma-temp', projectId, path } });
  const address = new URL(signedUrl, location.href);
  address.searchParams.set('download', '1');
  Object.assign(document.createElement('a'), { href: address.href, download: name }).click();
}

/** A layer's name as a file may be called. */
export function fileNameOf(layerName: string): string {
  return layerName.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '') || 'layer';
}
