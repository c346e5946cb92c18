import { StoryCaption } from './story-caption.tsx';
import { StoryColumn } from './story-column.tsx';
import type { StoryReaderProps } from './story-reader-props.ts';
import './story-reader.css';

/** A story as a column that scrolls, or one step at a time over the map. */
export function StoryReader(props: StoryReaderProps) {
  return props.isPresenting ? <StoryCaption {...props} /> : <StoryColumn {...props} />;
}
