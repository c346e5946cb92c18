import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { templateVersions } from '../../../platform/database/tables/index.ts';

const lookMs = 2_000;

/**
 * Does work on a version that ends when the version does, by whichever way it goes: unpublished, or with what it is of.
 * @throws GromaError NOT_FOUND then; what `work` throws
 */
export async function whilePublished<Result>(
  { query }: Pick<Database, 'query'>,
  versionId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const look = async (): Promise<void> => {
    const [version] = await query
      .select({ id: templateVersions.id })
      .from(templateVersions)
      .where(eq(templateVersions.id, versionId));
    if (!version) gone.abort(new GromaError('NOT_FOUND', { noun: 'publication' }));
  };
  // Where the records are away for a moment, the next look tells.
  const timer = setInterval(() => void look().catch(() => undefined), lookMs);
  try {
    return await work(AbortSignal.any([signal, gone.signal]));
  } finally {
    clearInterval(timer);
  }
}
