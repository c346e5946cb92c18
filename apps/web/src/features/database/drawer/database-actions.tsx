import type { DatabaseReply } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import { closePanel, readOpenPanels, setPanelTitle } from '../../../registry/panel.ts';
import { createDatabase, deleteDatabase, duplicateDatabase, listDatabases, renameDatabase } from '../database-calls.ts';
import { editorPanelId, openNewEditor } from '../database-panels.ts';

async function said(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** Makes a managed database under the next free name, and opens its editor. */
export async function createManaged(projectId: string): Promise<void> {
  await said(async () => {
    const taken = new Set((await listDatabases(projectId)).map(({ name }) => name));
    const first = t('database.managedName');
    let name = first;
    for (let number = 2; taken.has(name); number += 1) name = `${first} ${number}`;
    openNewEditor(await createDatabase(projectId, name, { dbType: 'managed-duckdb' }));
  });
}

export function askDatabaseName(
  projectId: string,
  tenantId: string,
  database: Pick<DatabaseReply, 'id' | 'name'>,
): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`database-name.${database.id}`}
      {...props}
      name={database.name}
      pattern={/\S/}
      texts={{
        title: t('database.renameTitle', { name: database.name }),
        label: t('database.name'),
        hint: t('database.renameHint'),
        invalid: t('database.nameEmpty'),
      }}
      onConfirm={async (name) => {
        if (name === database.name) return;
        await renameDatabase(projectId, tenantId, database.id, name);
        setPanelTitle(editorPanelId(database.id), name);
      }}
    />
  ));
}

/** Asks once, naming the database and what goes with it. */
export async function askDeleteDatabase(
  projectId: string,
  tenantId: string,
  { id, name, dbType }: DatabaseReply,
): Promise<void> {
  const body = t(dbType === 'managed-duckdb' ? 'database.deleteManagedText' : 'database.deleteText');
  if (
    !(await confirm({
      title: t('database.deleteTitle', { name }),
      body,
      confirmLabel: t('database.delete'),
      danger: true,
    }))
  )
    return;
  await said(async () => {
    await deleteDatabase(projectId, tenantId, id);
    closePanelsOf(id);
  });
}

/** Closes the editor of a database and the tables of it. */
export function closePanelsOf(databaseId: string): void {
  for (const { id, params } of readOpenPanels())
    if ((params as { databaseId?: unknown } | undefined)?.databaseId === databaseId) closePanel(id);
}

export async function copyDatabase(projectId: string, { id, name }: Pick<DatabaseReply, 'id' | 'name'>): Promise<void> {
  await said(async () => {
    const made = await duplicateDatabase(projectId, id);
    toast.success(t('database.duplicated', { name, copy: made.name }));
  });
}

/** Makes a managed database in the project that is open, for the command. */
export function createManagedHere(): void {
  const project = readProject();
  if (project) void createManaged(project.id);
}

/** Puts a text on the clipboard and says so. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.info(t('database.copied')),
    () => toast.error(t('database.notCopied')),
  );
}
