import { IconButton, PresentationIcon } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { readBlock } from './story-places.ts';
import type { StoryReaderProps } from './story-reader-props.ts';
import { StoryStepsBar } from './story-steps-bar.tsx';
import { StoryText } from './story-text.tsx';

const sizeOf = ({ clientWidth, clientHeight }: Element) => `${clientWidth} ${clientHeight}`;

/** The steps of a story below each other; the map follows the one that is read. */
export function StoryColumn({ steps, step, onStep, onPresent }: StoryReaderProps) {
  const t = useText();
  const scroller = useRef<HTMLOListElement>(null);
  /** The step that the place of the column stands for, and the size that it was reached at. */
  const reached = useRef({ step: '', size: '' });
  const goTo = (id: string) => {
    const column = scroller.current;
    const block = column?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
    if (!column || !block) return;
    reached.current = { step: id, size: sizeOf(column) };
    column.scrollTop = block.offsetTop;
  };
  useEffect(() => {
    if (reached.current.step !== step) goTo(step);
  }, [step]);
  const follow = () => {
    const column = scroller.current;
    if (!column) return;
    // In another size other lines stand there: nobody has gone on.
    if (sizeOf(column) !== reached.current.size) return goTo(reached.current.step);
    const blocks = [...column.children] as HTMLElement[];
    const tops = blocks.map(({ offsetTop }) => offsetTop - column.scrollTop);
    const read = blocks[readBlock(tops, column.clientHeight)]?.dataset['step'];
    if (read === undefined || read === reached.current.step) return;
    reached.current.step = read;
    onStep(read);
  };
  useEffect(() => {
    const column = scroller.current;
    if (!column) return undefined;
    const observer = new ResizeObserver(() => {
      if (sizeOf(column) !== reached.current.size) goTo(reached.current.step);
    });
    observer.observe(column);
    return () => observer.disconnect();
  }, []);
  return (
    <section className="story-column" aria-label={t('story.story')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <ol ref={scroller} tabIndex={0} onScroll={follow} aria-label={t('story.story')}>
        {steps.map(({ id, title, text }) => (
          <li key={id} data-step={id} aria-current={id === step ? 'step' : undefined}>
            {title !== '' && <h3 dir="auto">{title}</h3>}
            <StoryText text={text} />
          </li>
        ))}
      </ol>
      <footer>
        <StoryStepsBar steps={steps} step={step} onStep={onStep} />
        <IconButton label={t('story.present')} icon={<PresentationIcon />} onClick={() => onPresent(true)} />
      </footer>
    </section>
  );
}
