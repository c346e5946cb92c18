import { readWidgetModels, type WidgetModels } from '@groma/model';
import { useMemo, useState, type ReactNode } from 'react';
import type { ToWidgetFrame } from './frame-message.ts';
import { ModelFrame, type FrameSession } from './model-frame.tsx';

interface SavedWidgetProps {
  model: string;
  state: string;
  isExpanded: boolean;
  /** In its place until it is drawn. */
  children: ReactNode;
}

/** A widget that brings its own code, drawn by that as it was left; nobody can use it (NBK-185). */
export function SavedWidget({ model, state, isExpanded, children }: SavedWidgetProps) {
  const [isShown, setShown] = useState(false);
  const session = useMemo(() => new SavedSession(model, readWidgetModels(state)), [model, state]);
  return (
    <>
      {!isShown && children}
      <ModelFrame
        key={model}
        session={session}
        isUsable={false}
        isExpanded={isExpanded}
        isShown={isShown}
        onShown={setShown}
      />
    </>
  );
}

/** Gives a frame what is kept, and takes nothing from it. */
class SavedSession implements FrameSession {
  readonly #root: string;
  readonly #models: WidgetModels;
  #tell: ((message: ToWidgetFrame) => void) | null = null;

  constructor(root: string, models: WidgetModels) {
    this.#root = root;
    this.#models = models;
  }

  connect(tell: (message: ToWidgetFrame) => void): void {
    this.#tell = tell;
    this.#give(this.#models);
  }

  want(): Promise<void> {
    this.#give({});
    return Promise.resolve();
  }

  send({ message }: { message: string }): Promise<void> {
    this.refuse(message);
    return Promise.resolve();
  }

  refuse(message: string): void {
    this.#tell?.({ type: 'groma-widget-events', events: [{ kind: 'settled', message }] });
  }

  #give(models: WidgetModels): void {
    this.#tell?.({ type: 'groma-widget-models', root: this.#root, models });
  }
}
