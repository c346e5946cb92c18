import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import type { NotebookEditor } from '../editor/notebook-editor.ts';
import { mostBytes, pictureRefusal, type PictureRefusal } from './picture-kind.ts';
import { dataUrl, smallerPicture } from './smaller-picture.ts';

/** Takes pasted, dropped or chosen pictures into a notebook (NBK-017). It is there before its editor, which asks it. */
export class PictureTaker {
  #editor: NotebookEditor | null = null;

  serve(editor: NotebookEditor): () => void {
    this.#editor = editor;
    return () => { this.#editor = null; };
  }

  /** The picture's address. A refused file is said, and leaves no block behind. @throws Error when it is refused */
  async take(file: File, blockId?: string): Promise<string> {
    const refusal = pictureRefusal(file);
    if (refusal !== null) return this.#refuse(refusal, blockId);
    const picture = await smallerPicture(file);
    return picture.size > mostBytes ? this.#refuse('size', blockId) : dataUrl(picture);
  }

  #refuse(refusal: PictureRefusal, blockId: string | undefined): never {
    toast.error(t(refusal === 'type' ? 'notebook.pictureType' : 'notebook.pictureSize'), { id: 'picture-refused' });
    if (blockId !== undefined && this.#editor?.getBlock(blockId)) this.#editor.removeBlocks([blockId]);
    throw new Error('The file is no picture a notebook takes.');
  }
}
