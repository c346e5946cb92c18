import { create } from 'zustand';

interface FileClipboard {
  projectId: string;
  paths: readonly string[];
  cut: ReadonlySet<string>;
}

const nothing: FileClipboard = { projectId: '', paths: [], cut: new Set() };

/** What was cut or copied in the tree, until it is pasted. `cut` is empty for a copy. */
export const fileClipboard = create<FileClipboard>(() => nothing);

export function keepForPaste(projectId: string, paths: readonly string[], isCut: boolean): void {
  fileClipboard.setState({ projectId, paths, cut: new Set(isCut ? paths : []) });
}

export function clearClipboard(): void {
  fileClipboard.setState(nothing);
}
