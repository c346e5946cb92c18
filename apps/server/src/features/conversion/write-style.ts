import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GromaError } from '@groma/model';
import { convertStyle, mostStyleBytes, StyleUnreadable, type StyleSource, type StyleTarget } from '@groma/style';

/**
 * Writes a style as one of another format into a folder, and tells what was lost.
 * @throws GromaError FILE_UNREADABLE, TOO_LARGE
 */
export async function writeStyle({
  source,
  name,
  format,
  folder,
}: {
  source: string;
  /** The source as people know it. */
  name: string;
  format: StyleTarget;
  folder: string;
}): Promise<{ file: string; losses: string[] }> {
  if ((await stat(source)).size > mostStyleBytes)
    throw new GromaError('TOO_LARGE', { name, limit: `${mostStyleBytes / 2 ** 20} MB` });
  const from = name.slice(name.lastIndexOf('.') + 1).toLowerCase() as StyleSource;
  const stem = name.slice(0, name.lastIndexOf('.'));
  try {
    const { value, losses } = convertStyle(await readFile(source), { from, to: format, name: stem });
    const file = join(folder, `result.${format}`);
    await writeFile(file, value);
    return { file, losses };
  } catch (error) {
    if (error instanceof StyleUnreadable)
      throw new GromaError('FILE_UNREADABLE', { name, detail: error.message.replace(/\.?$/, '.') });
    throw error;
  }
}
