import { and, eq, like, or, sql, type SQL } from '../../../platform/database/drizzle.ts';
import { newId, type DataPath, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { documents, editedFiles } from '../../../platform/database/tables/index.ts';

type Row = typeof editedFiles.$inferSelect;
export interface EditedFile extends Row {
  projectId: ProjectId;
  path: DataPath;
}

/** Which files are edited, and how their documents stand to them. */
export class EditedFileRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(fileId: string): Promise<EditedFile | undefined> {
    return (await this.#find(eq(editedFiles.id, fileId)))[0];
  }

  async at(projectId: ProjectId, path: DataPath): Promise<EditedFile | undefined> {
    return (await this.#find(and(eq(editedFiles.projectId, projectId), eq(editedFiles.path, path))))[0];
  }

  /** The file at a path, and whatever is below it. */
  under(projectId: ProjectId, path: DataPath): Promise<EditedFile[]> {
    return this.#find(
      and(
        eq(editedFiles.projectId, projectId),
        or(eq(editedFiles.path, path), like(editedFiles.path, `${path.replace(/[\\%_]/g, '\\$&')}/%`)),
      ),
    );
  }

  ofProject(projectId: ProjectId): Promise<EditedFile[]> {
    return this.#find(eq(editedFiles.projectId, projectId));
  }

  /** Files whose document has edits that the file may not hold. */
  async unwritten(): Promise<EditedFile[]> {
    const rows = await this.#database.query
      .select({ file: editedFiles })
      .from(editedFiles)
      .innerJoin(documents, eq(documents.id, editedFiles.id))
      .where(sql`${documents.head} <> ${editedFiles.writtenHead}`);
    return rows.map(({ file }) => file as EditedFile);
  }

  /**
   * Files that nobody has opened or written for so many days, and whose edits are all on disk or went with the file.
   */
  unused(days: number): Promise<EditedFile[]> {
    return this.#find(
      sql`${editedFiles.usedAt} < now() - make_interval(days => ${days}) AND (${editedFiles.isGone} OR ${editedFiles.writtenHead} = (SELECT head FROM documents WHERE id = ${editedFiles.id}))`,
    );
  }

  async add(projectId: ProjectId, path: DataPath, baseHash: string): Promise<EditedFile> {
    const [row] = await this.#database.query
      .insert(editedFiles)
      .values({ id: newId(), projectId, path, baseHash })
      .returning();
    return row as EditedFile;
  }

  async change(
    fileId: string,
    values: Partial<Pick<Row, 'path' | 'baseHash' | 'writingHash' | 'isGone' | 'writtenHead'>> & { usedAt?: SQL<Date> },
  ): Promise<void> {
    await this.#database.query.update(editedFiles).set(values).where(eq(editedFiles.id, fileId));
  }

  async remove(fileId: string): Promise<void> {
    await this.#database.query.delete(editedFiles).where(eq(editedFiles.id, fileId));
  }

  /** Number of the newest edit of a document that is on disk. */
  async headOf(fileId: string): Promise<number> {
    const [row] = await this.#database.query
      .select({ head: documents.head })
      .from(documents)
      .where(eq(documents.id, fileId));
    return row?.head ?? 0;
  }

  async #find(condition: SQL | undefined): Promise<EditedFile[]> {
    return (await this.#database.query.select().from(editedFiles).where(condition)) as EditedFile[];
  }
}
