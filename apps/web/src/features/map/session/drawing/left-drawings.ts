import { toast } from '@groma/ui';
import { t } from '../../../../platform/text.ts';
import { isForLater } from '../not-now.ts';
import type { DrawingKeeper } from './drawing-keeper.ts';
import type { DrawingSession } from './drawing-session.ts';
import type { DrawingState } from './drawing-state.ts';
import type { KeptWork } from './kept-work.ts';
import { findUnfinished, forgetUnfinished, type Unfinished } from './unfinished.ts';

interface LeftDrawingsHandlers {
  read(): DrawingState;
  /** Does something that the server takes part in; false where it was refused, which has been said then. */
  saving(action: () => Promise<void>): Promise<boolean>;
  /** Goes on with kept work. False where that is not possible now, which has been said then. */
  resume(work: KeptWork): Promise<boolean>;
}

/**
 * What pages that are over have left at work on one map: features go back into their layer, drawings are gone on with.
 */
export class LeftDrawings {
  readonly #session: DrawingSession;
  readonly #keeper: DrawingKeeper;
  readonly #handlers: LeftDrawingsHandlers;
  /** The layer that a left drawing goes into, while somebody else keeps it. */
  #heldLayer: string | null = null;

  constructor(session: DrawingSession, keeper: DrawingKeeper, handlers: LeftDrawingsHandlers) {
    this.#session = session;
    this.#keeper = keeper;
    this.#handlers = handlers;
  }

  /**
   * A drawing is gone on with only where the map is seen. False where the server has to be there first: all is as it
   * was then.
   */
  async restore(isSeen: boolean): Promise<boolean> {
    // What took features out of their layer, or made a layer of a drawing, may itself still wait in this browser.
    if (!(await this.#session.settleLeft())) return false;
    const { became, name } = await this.#putBack();
    if (became === 'left') return false;
    if (isSeen && (await this.#resume())) toast.info(t('map.draw.resumed'));
    else if (became === 'back') toast.info(t('map.draw.putBack', { name }));
    return true;
  }

  /** Goes on with a drawing that waited for its layer, once nobody else keeps that. */
  locksChanged(): void {
    if (this.#heldLayer === null || this.#isHeld(this.#heldLayer)) return;
    this.#heldLayer = null;
    void this.restore(true);
  }

  /** Puts back what a page that is gone had taken out of its layer, and says what became of it. */
  async #putBack(): Promise<{ became: 'none' | 'left' | 'back'; name: string }> {
    const { myId, mapId, state } = this.#session;
    const left = await findUnfinished(myId, mapId);
    if (!left || this.#handlers.read().editing) return { became: 'none', name: '' };
    const name = state.hierarchy[left.layerId]?.text ?? '';
    const became = state.data[left.layerId] ? await this.#takeBack(left) : 'none';
    if (became !== 'left') forgetUnfinished(myId, mapId);
    return { became, name };
  }

  async #takeBack({ layerId, fids, keys }: Unfinished): Promise<'none' | 'left' | 'back'> {
    let became: 'none' | 'left' | 'back' = 'left';
    await this.#handlers.saving(async () => {
      try {
        const there = await this.#session.ask(layerId, 'features', { fids });
        // The server has put them back already, once their holder was gone.
        if (there.length === 0) await this.#session.edits.takeBack(layerId, keys);
        became = there.length === 0 ? 'back' : 'none';
      } catch (error) {
        if (isForLater(error)) return;
        became = 'none';
        throw error;
      }
    });
    return became;
  }

  async #resume(): Promise<boolean> {
    if (this.#isBusy()) return false;
    const left = await this.#keeper.findLeft();
    if (!left) return false;
    const { sourceId } = left.work;
    if (sourceId !== null && this.#isHeld(sourceId)) {
      this.#heldLayer = sourceId;
      this.#session.sayLocked(sourceId);
      return false;
    }
    const taken = this.#isBusy() ? null : await this.#keeper.takeLeft();
    return taken !== null && this.#handlers.resume(taken.work);
  }

  #isBusy(): boolean {
    return this.#handlers.read().editing !== null || this.#session.isReadOnly;
  }

  #isHeld(layerId: string): boolean {
    const holder = this.#session.state.editors[layerId];
    return holder !== undefined && holder.userId !== this.#session.myId;
  }
}
