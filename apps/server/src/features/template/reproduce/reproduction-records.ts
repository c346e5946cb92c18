import { and, eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type CellComparison } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { storable } from '../../../platform/database/storable.ts';
import {
  templateReproductionPictures,
  templateReproductions,
  templateVersions,
} from '../../../platform/database/tables/index.ts';
import type { Query } from '../publish/publish-needs.ts';

/** What became of a run of a version, with its new pictures by block. */
export interface Reproduction {
  cells: CellComparison[];
  pictures: { codeId: string; index: number; content: Uint8Array }[];
}

/** Puts a reproduction in the place of the one before. @throws GromaError NOT_FOUND where the version has gone */
export async function writeReproduction(
  query: Pick<Query, 'select' | 'insert' | 'delete'>,
  versionId: string,
  { cells, pictures }: Reproduction,
): Promise<void> {
  const [version] = await query
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(eq(templateVersions.id, versionId))
    .for('key share');
  if (!version) throw new GromaError('NOT_FOUND', { noun: 'version' });
  await query.delete(templateReproductions).where(eq(templateReproductions.versionId, versionId));
  await query.insert(templateReproductions).values({
    versionId,
    cells: cells.length,
    different: cells.filter(({ state }) => state !== 'same').length,
    // What code prints may hold what PostgreSQL has no place for.
    comparisons: storable(cells),
  });
  for (const picture of pictures)
    await query.insert(templateReproductionPictures).values({ versionId, type: 'image/png', ...picture });
}

/** The columns that say how a reproduction went, in short. */
export const summaryColumns = {
  ranAt: templateReproductions.ranAt,
  cells: templateReproductions.cells,
  different: templateReproductions.different,
};

/** How a reproduction went, as replies have it. */
export function presentSummary(
  summary: Pick<typeof templateReproductions.$inferSelect, keyof typeof summaryColumns> | null,
): { ran_at: string; cells: number; different: number } | null {
  return summary && { ran_at: summary.ranAt.toISOString(), cells: summary.cells, different: summary.different };
}

/** The blocks of the newest reproduction of a version; none where there is none. */
export async function readComparisons(
  { query }: Pick<Database, 'query'>,
  versionId: string,
): Promise<CellComparison[]> {
  const [row] = await query
    .select({ comparisons: templateReproductions.comparisons })
    .from(templateReproductions)
    .where(eq(templateReproductions.versionId, versionId));
  return row?.comparisons ?? [];
}

/** A picture that it has kept; undefined where there is none. */
export async function readReproductionPicture(
  { query }: Pick<Database, 'query'>,
  { versionId, codeId, index }: { versionId: string; codeId: string; index: number },
) {
  const pictures = templateReproductionPictures;
  const [row] = await query
    .select({ type: pictures.type, content: pictures.content })
    .from(pictures)
    .where(and(eq(pictures.versionId, versionId), eq(pictures.codeId, codeId), eq(pictures.index, index)));
  return row;
}
