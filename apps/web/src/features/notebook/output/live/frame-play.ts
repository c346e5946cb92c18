import { PlayModel, PlayView } from '@jupyter-widgets/controls';
import type { PartNames } from './frame-message.ts';

/** What these need of the manager of their frame. */
interface PlayHost {
  readonly isEcho: boolean;
  readonly names: PartNames;
}

/** Plays where somebody has pressed play, and nowhere else, as long as that can be seen. */
export class FramePlayModel extends PlayModel {
  override animate(): void {
    if (!hostOf(this).isEcho) super.animate();
  }

  override loop(): void {
    // The frame of a hidden panel has no width.
    if (document.hidden || innerWidth === 0) this.pause();
    else super.loop();
  }
}

/** Its buttons are pictures: they get names. */
export class FramePlayView extends PlayView {
  override updatePlaying(): void {
    super.updatePlaying();
    const { names } = hostOf(this.model as PlayModel);
    name(this.playPauseButton, this.model.get('playing') ? names.pause : names.play);
    name(this.stopButton, names.stop);
    name(this.repeatButton, names.repeat);
  }

  override updateRepeat(): void {
    super.updateRepeat();
    this.repeatButton.setAttribute('aria-pressed', String(this.model.get('repeat') === true));
  }
}

function name(button: HTMLElement, text: string): void {
  button.title = text;
  button.setAttribute('aria-label', text);
}

function hostOf(model: PlayModel): PlayHost {
  return model.widget_manager as unknown as PlayHost;
}
