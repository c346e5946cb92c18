import { Notifications } from '@mantine/notifications';
import { ContextMenuBox } from './context-menu-box.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { StatusBox } from './status-box.tsx';
import { useOverlayState } from './overlay-store.ts';

/** What floats over every screen, mounted once: toasts, the context menu and questions. */
export function OverlayHost() {
  const { contextMenu, questions } = useOverlayState();
  return (
    <>
      {contextMenu && <ContextMenuBox key={contextMenu.key} menu={contextMenu} />}
      {questions.map((question) =>
        question.status ? (
          <StatusBox key={question.key} question={question} />
        ) : (
          <QuestionDialog key={question.key} question={question} />
        ),
      )}
      <Notifications position="bottom-center" limit={4} transitionDuration={120} zIndex={500} />
    </>
  );
}
