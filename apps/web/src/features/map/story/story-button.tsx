import { CommandButton } from '../../../registry/command-button.tsx';
import type { PartProps } from '../view/open-pictures.ts';
import { openStory } from './story-commands.ts';

export function StoryButton({ session: { mapId } }: PartProps) {
  return <CommandButton command={openStory} argument={{ mapId }} />;
}
