import { ChevronLeftIcon, ChevronRightIcon, IconButton } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { stepFrom } from './story-places.ts';
import type { StoryReaderProps } from './story-reader-props.ts';

/** Where the reader stands in a story, and the steps on either side. */
export function StoryStepsBar({ steps, step, onStep }: Pick<StoryReaderProps, 'steps' | 'step' | 'onStep'>) {
  const t = useText();
  const at = steps.findIndex(({ id }) => id === step);
  const go = (by: number) => {
    const next = stepFrom(steps, step, by);
    if (next) onStep(next.id);
  };
  return (
    <div className="story-bar" role="group" aria-label={t('story.steps')}>
      <IconButton
        label={t('story.previous')}
        icon={<ChevronLeftIcon />}
        disabledReason={at <= 0 ? t('story.isFirst') : undefined}
        onClick={() => go(-1)}
      />
      <span>{t('story.place', { number: at + 1, count: steps.length })}</span>
      <IconButton
        label={t('story.next')}
        icon={<ChevronRightIcon />}
        disabledReason={at >= steps.length - 1 ? t('story.isLast') : undefined}
        onClick={() => go(1)}
      />
    </div>
  );
}
