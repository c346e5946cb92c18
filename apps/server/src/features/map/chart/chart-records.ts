import { and, asc, count, eq } from '../../../platform/database/drizzle.ts';
import { GromaError, newId } from '@groma/model';
import type { chart, BodyOf, ChartReply } from '@groma/protocol';
import { charts, layers } from '../../../platform/database/tables/index.ts';
import { isPresent, lockLayerRows, readLayerRow, requireVector, type Query } from '../record/layer-records.ts';

const mostCharts = 100;

export async function listCharts(query: Query, mapId: string): Promise<ChartReply[]> {
  const rows = await query
    .select({ chart: charts })
    .from(charts)
    .innerJoin(layers, and(eq(layers.id, charts.layerId), isPresent))
    .where(eq(charts.mapId, mapId))
    .orderBy(asc(charts.createdAt), asc(charts.id));
  return rows.map((row) => present(row.chart));
}

/** @throws GromaError LAYER_NOT_FOUND for a layer, or a clipping layer, of no or another map; TOO_MANY_CHARTS. */
export async function createChart(
  query: Query,
  mapId: string,
  userId: string,
  { layer_id: layerId, ...config }: BodyOf<typeof chart.createChart>,
): Promise<ChartReply> {
  const layer = (await lockLayerRows(query, mapId, [layerId])).get(layerId)!;
  requireVector(layer);
  if (config.clipLayerId !== null) requireVector(await readLayerRow(query, mapId, config.clipLayerId));
  const [before] = await query.select({ charts: count() }).from(charts).where(eq(charts.layerId, layerId));
  if ((before?.charts ?? 0) >= mostCharts)
    throw new GromaError('TOO_MANY_CHARTS', { name: layer.name, limit: mostCharts });
  const [row] = await query
    .insert(charts)
    .values({ id: newId(), mapId, layerId, creatorId: userId, config })
    .returning();
  return present(row!);
}

/** @throws GromaError CHART_NOT_FOUND. */
export async function deleteChart(query: Query, mapId: string, chartId: string): Promise<void> {
  const gone = await query
    .delete(charts)
    .where(and(eq(charts.id, chartId), eq(charts.mapId, mapId)))
    .returning({ id: charts.id });
  if (gone.length === 0) throw new GromaError('CHART_NOT_FOUND');
}

/**
 * Gives a copied map the charts of the original. `layerIds` says what each layer's copy is called; `isForOthers`: the
 * copy does not say who made them.
 */
export async function copyCharts(
  query: Query,
  mapId: string,
  copyId: string,
  layerIds: ReadonlyMap<string, string>,
  isForOthers: boolean,
): Promise<void> {
  const rows = await query.select().from(charts).where(eq(charts.mapId, mapId));
  const copies = rows.flatMap(({ config, layerId, ...row }) => {
    const copy = layerIds.get(layerId);
    return copy === undefined
      ? []
      : [
          {
            ...row,
            id: newId(),
            creatorId: isForOthers ? null : row.creatorId,
            mapId: copyId,
            layerId: copy,
            config: { ...config, clipLayerId: layerIds.get(config.clipLayerId ?? '') ?? null },
          },
        ];
  });
  if (copies.length > 0) await query.insert(charts).values(copies);
}

function present({ id, layerId, config }: typeof charts.$inferSelect): ChartReply {
  return { ...config, id, layer_id: layerId };
}
