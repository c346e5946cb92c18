import { origin } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../platform/api.ts';
import { t } from '../../platform/text.ts';

/**
 * Begins to make everything again that is out of date, of a map or of the whole workspace; the operation tells how it
 * ends.
 */
export async function runOutdated(projectId: string, mapId?: string): Promise<void> {
  try {
    const { data } = await api.call(origin.runOutdated, {
      params: { projectId },
      body: mapId === undefined ? {} : { map_id: mapId },
    });
    toast.success(data.operation_id === null ? t('origin.nothingOld') : t('origin.refreshing', { count: data.count }));
  } catch (error) {
    toast.error(errorText(error));
  }
}
