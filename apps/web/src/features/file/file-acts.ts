/**
 * What the commands of files open and call. It comes with the menus, and with the first command that is run without
 * one.
 */
export { copyPaths, download, renameFile, unpack } from './action/file-actions.tsx';
export { deletePaths } from './action/delete-files.ts';
export { copyInto, pasteInto } from './action/move-files.ts';
export { openPreview } from './action/open-as.ts';
export { openImageDialog } from './generate/image-dialog.tsx';
export { openDriveDialog } from './drive/drive-dialog.tsx';
export { openDetails } from './details/details-dialog.tsx';
export { openFileOrigin } from './origin/file-origin.ts';
export { runOutdated } from '../../registry/origin/run-outdated.ts';
export { downloadZip } from './transfer/download-zip.ts';
