import { baseName } from '@groma/model';
import { confirm, RenameDialog, toast } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { openDialog } from '../../registry/dialog.ts';
import { findPanelKind, openPanel, readOpenPanels, closePanel } from '../../registry/panel.ts';
import { deleteFile, downloadFile, listFolder, makeFolder, moveFile, root } from './file-calls.ts';
import { folderOf, freeName, outermost, type FileNode } from './file-tree.ts';
import { openingOf, type ViewerKind } from './opening-rule.ts';
import { chooseFiles, type DroppedFile } from './upload/dropped-files.ts';
import { addUploads } from './upload/upload-store.ts';

/** One name of a path: no slash, no backslash, no control character. */
const namePattern = /^[^\p{Cc}/\\]{1,255}$/u;

/** The nearest viewer that is there: a table of text is still text. */
const insteadOf: Partial<Record<ViewerKind, ViewerKind>> = { 'file-csv': 'file-text' };

/** Opens a file by the opening rules, or says why not. */
export function openFile({ path, bytes }: { path: string; bytes: number | null }): void {
  const opening = openingOf({ path, bytes });
  if ('refusal' in opening) return void toast.error(t(opening.refusal, opening.values));
  const kind = findPanelKind(opening.opens) ? opening.opens : insteadOf[opening.opens];
  if (!kind || !findPanelKind(kind)) return void toast.info(t('file.noViewerYet', { name: baseName(path) }));
  openPanel({ kind, id: `file:${path}`, title: baseName(path), params: { path } });
}

export function uploadTo(folder: string, files: readonly DroppedFile[]): void {
  const project = readProject();
  if (!project || files.length === 0) return;
  addUploads(project.id, files.map(({ relativePath, file }) => ({ path: `${folder}/${relativePath}`.normalize('NFC'), file })));
}

export async function chooseAndUpload(folder: string = root): Promise<void> {
  uploadTo(folder, await chooseFiles());
}

export async function newFolder(parent: string, onMade: (path: string) => void = () => undefined): Promise<void> {
  const project = readProject();
  if (!project) return;
  const taken = await listFolder(project.id, parent).then((entries) => entries.map(({ path }) => baseName(path)), () => []);
  openDialog(function NewFolderDialog(props) {
    return (
      <RenameDialog
        {...props} name={freeName(t('file.newFolder'), taken)} pattern={namePattern} texts={renameTexts(t('file.newFolderIn', { folder: parent }))}
        onConfirm={async (name) => {
          await makeFolder(project.id, `${parent}/${name}`);
          onMade(`${parent}/${name}`);
        }}
      />
    );
  });
}

export function renameFile(node: Pick<FileNode, 'id' | 'name'>): void {
  const project = readProject();
  if (!project) return;
  openDialog(function FileRenameDialog(props) {
    return (
      <RenameDialog
        {...props} name={node.name} pattern={namePattern} texts={renameTexts(t('file.renameTitle', { name: node.name }))}
        onConfirm={async (name) => { if (name !== node.name) await move(project.id, node.id, `${folderOf(node.id)}/${name}`); }}
      />
    );
  });
}

function renameTexts(title: string) {
  return { title, label: t('file.name'), invalid: t('file.nameInvalid'), hint: t('file.nameHint') };
}

/** Moves rows into a folder; what is there already stays where it is. */
export async function moveInto(paths: readonly string[], folder: string): Promise<void> {
  const project = readProject();
  if (!project) return;
  for (const path of outermost(paths).filter((candidate) => folderOf(candidate) !== folder)) {
    try {
      await move(project.id, path, `${folder}/${baseName(path)}`);
    } catch (error) {
      toast.error(errorText(error), { title: t('file.notMoved', { name: baseName(path) }) });
    }
  }
}

async function move(projectId: string, from: string, to: string): Promise<void> {
  await moveFile(projectId, from, to);
  closePanelsUnder(from);
}

/** Asks once, naming them; they go to the trash. */
export async function deleteFiles(nodes: readonly Pick<FileNode, 'id' | 'name'>[]): Promise<void> {
  const project = readProject();
  const [first] = nodes;
  if (!project || !first) return;
  const title = nodes.length === 1 ? t('file.deleteTitle', { name: first.name }) : t('file.deleteManyTitle', { count: nodes.length });
  const isSure = await confirm({ title, body: nodes.length === 1 ? t('file.deleteText') : t('file.deleteManyText', { names: nodes.map(({ name }) => name).join(', ') }), confirmLabel: t('file.delete'), danger: true });
  if (!isSure) return;
  for (const path of outermost(nodes.map(({ id }) => id))) {
    try {
      await deleteFile(project.id, path);
      closePanelsUnder(path);
    } catch (error) {
      toast.error(errorText(error), { title: t('file.notDeleted', { name: baseName(path) }) });
    }
  }
}

/** A panel of a file that has moved or gone would show what is no longer there. */
function closePanelsUnder(path: string): void {
  for (const { id } of readOpenPanels()) {
    if (id === `file:${path}` || id.startsWith(`file:${path}/`)) closePanel(id);
  }
}

export async function download(node: Pick<FileNode, 'id' | 'name'>): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    await downloadFile(project.id, node.id, node.name);
  } catch (error) {
    toast.error(errorText(error), { title: t('file.signFailed') });
  }
}
