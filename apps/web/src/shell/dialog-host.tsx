import { closeDialog, dialogStore } from '../registry/dialog.ts';

/** Where dialogs opened by commands are drawn. */
export function DialogHost() {
  const dialogs = dialogStore((state) => state.dialogs);
  return (
    <>
      {dialogs.map(({ key, Component, isOpen }) => (
        <Component key={key} opened={isOpen} onClose={() => closeDialog(key)} />
      ))}
    </>
  );
}
