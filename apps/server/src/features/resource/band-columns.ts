import { GromaError, type ProjectId } from '@groma/model';
import type { ResourceDescription } from '@groma/protocol';

/** What the bands of a raster are called. @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE */
export type ReadBands = (projectId: ProjectId, url: string, signal: AbortSignal) => Promise<string[]>;

/** The bands of an image as its columns; none of one that cannot be read. */
export async function bandColumns(
  readBands: ReadBands,
  projectId: ProjectId,
  url: string,
  signal: AbortSignal,
): Promise<ResourceDescription['columns']> {
  try {
    const names = await readBands(projectId, url, signal);
    return names.map((name) => ({ name, type: 'number', is_geometry: false }));
  } catch (error) {
    if (error instanceof GromaError) return [];
    throw error;
  }
}
