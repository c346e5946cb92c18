/** A file from the person's computer and where it goes below the folder it was dropped on. */
export interface DroppedFile {
  relativePath: string;
  file: File;
}

/** What was dropped or chosen; folders that hold nothing are named, the others follow from their files. */
export interface DroppedFiles {
  files: DroppedFile[];
  emptyFolders: string[];
}

const nothing: DroppedFiles = { files: [], emptyFolders: [] };

/**
 * Reads what was dropped, folders with all they hold. Must be called while the drop is handled: the browser forgets it
 * afterwards.
 */
export async function readDropped(data: DataTransfer): Promise<DroppedFiles> {
  const entries = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: DroppedFiles = { files: [], emptyFolders: [] };
  for (const { entry, file } of entries) {
    if (entry) await readEntry(entry, '', found);
    else if (file) found.files.push({ relativePath: file.name, file });
  }
  return found;
}

async function readEntry(entry: FileSystemEntry, folder: string, found: DroppedFiles): Promise<void> {
  const relativePath = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    found.files.push({ relativePath, file });
    return;
  }
  const children = await readAll((entry as FileSystemDirectoryEntry).createReader());
  if (children.length === 0) found.emptyFolders.push(relativePath);
  for (const child of children) await readEntry(child, `${relativePath}/`, found);
}

/** A reader hands out at most 100 entries at a time, and none at the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** Whether a drag carries files of the person's computer, as far as can be seen before the drop. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/** Lets the person choose files, or a folder with all it holds; nothing when they choose none. */
export function chooseFiles(wanted: 'files' | 'folder' = 'files'): Promise<DroppedFiles> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: true,
      webkitdirectory: wanted === 'folder',
    });
    input.addEventListener('change', () => {
      resolve({
        files: [...(input.files ?? [])].map((file) => ({ relativePath: file.webkitRelativePath || file.name, file })),
        emptyFolders: [],
      });
    });
    input.addEventListener('cancel', () => resolve(nothing));
    input.click();
  });
}
