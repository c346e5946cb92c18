import type { BuiltNotebook } from './build-template.ts';
import { workOnTemplate } from './template-thread.ts';

/** A template of which many notebooks are made: it is read and built for the first, and kept for the others. */
export class PreparedNotebook {
  readonly #read: () => Promise<unknown>;
  #built: Promise<BuiltNotebook> | null = null;

  constructor(read: () => Promise<unknown>) {
    this.#read = read;
  }

  /** What `workOnTemplate` makes of it. @throws as that, and as reading it does; the next call tries again then. */
  built(): Promise<BuiltNotebook> {
    this.#built ??= this.#build();
    return this.#built;
  }

  async #build(): Promise<BuiltNotebook> {
    try {
      return await workOnTemplate('build', await this.#read());
    } catch (error) {
      this.#built = null;
      throw error;
    }
  }
}
