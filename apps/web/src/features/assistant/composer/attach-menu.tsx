import { AtIcon, IconButton, Menu, PaperclipIcon, PhotoIcon, type MenuEntry } from '@groma/ui';
import { useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { attachmentOfPanel } from '../../../registry/assistant-view.ts';
import { menuEntry } from '../../../registry/menu-entry.ts';
import { useOpenPanels } from '../../../registry/panel.ts';
import { threadCommands } from '../thread/thread-commands.ts';
import { focusComposer } from './focus-composer.ts';
import { addPictures } from './read-picture.ts';

/** What can go along with a question: a picture, something by name, and what is open. */
export function AttachMenu({ onMention }: { onMention: () => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const panels = useOpenPanels();
  const open = panels.flatMap((panel) => {
    const attachment = attachmentOfPanel(panel);
    return attachment ? [{ id: panel.id, attachment }] : [];
  });
  const items: MenuEntry[] = [
    {
      key: 'mention',
      label: t('chat.attachByName'),
      icon: <AtIcon size={16} />,
      shortcut: '@',
      onSelect: () => {
        onMention();
        // The menu gives the focus back to its button first.
        setTimeout(focusComposer, 50);
      },
    },
    {
      key: 'picture',
      label: t('chat.attachPicture'),
      icon: <PhotoIcon size={16} />,
      onSelect: () => input.current?.click(),
    },
    ...(open.length > 0 ? [{ key: 'open', kind: 'heading' as const, label: t('chat.attachOpen') }] : []),
    ...open.flatMap(({ id, attachment }) => {
      const entry = menuEntry(threadCommands.add, attachment, { key: id, label: attachment.filename });
      return entry ? [entry] : [];
    }),
  ];
  return (
    <>
      <Menu
        position="top-start"
        target={<IconButton size="s" label={t('chat.attach')} icon={<PaperclipIcon />} />}
        items={items}
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple
        hidden
        aria-hidden
        onChange={(event) => {
          void addPictures([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
