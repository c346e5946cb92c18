import { toast } from '@groma/ui';
import { dataUrl } from '../../../platform/data-url.ts';
import { logProblem } from '../../../platform/log-problem.ts';
import { t } from '../../../platform/text.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { mostBytes, pictureRefusal, type PictureRefusal } from './picture-kind.ts';
import { smallerPicture } from './smaller-picture.ts';

/** Takes pasted, dropped or chosen pictures into a notebook (NBK-017). It is there before its editor, which asks it. */
export class PictureTaker {
  #editor: NotebookEditor | null = null;
  readonly #address: (picture: Blob) => Promise<string>;

  /** `address` makes the address of a picture from its bytes. */
  constructor(address: (picture: Blob) => Promise<string> = dataUrl) {
    this.#address = address;
  }

  serve(editor: NotebookEditor): () => void {
    this.#editor = editor;
    return () => {
      this.#editor = null;
    };
  }

  /** The picture's address. A refused file is said, and leaves no block behind. @throws Error when it is refused */
  async take(file: File, blockId?: string): Promise<string> {
    const refusal = pictureRefusal(file);
    if (refusal !== null) return this.#refuse(refusal, blockId);
    const picture = await smallerPicture(file);
    if (picture.size > mostBytes) return this.#refuse('size', blockId);
    try {
      return await this.#address(picture);
    } catch (error) {
      // A failure that nobody can mend is logged only (NBK-051).
      logProblem('A picture was not put into the notebook.', error);
      this.#removeBlock(blockId);
      throw error;
    }
  }

  #removeBlock(blockId: string | undefined): void {
    if (blockId !== undefined && this.#editor?.getBlock(blockId)) this.#editor.removeBlocks([blockId]);
  }

  #refuse(refusal: PictureRefusal, blockId: string | undefined): never {
    toast.error(t(refusal === 'type' ? 'notebook.pictureType' : 'notebook.pictureSize'), { id: 'picture-refused' });
    this.#removeBlock(blockId);
    throw new Error('The file is not an image that a notebook accepts.');
  }
}
