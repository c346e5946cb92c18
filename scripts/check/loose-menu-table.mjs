/**
 * Files of `apps/web/src` whose menus may have rows that are no commands, with the reason.
 *
 * @type {Record<string, string>}
 */
export const mayHaveLooseRows = {
  'registry/menu-entry.ts': 'makes the rows of commands',
  'platform/frame/language-menu.tsx': 'a preference; the platform stands below the registry',
  'platform/frame/tenant-switch.tsx': 'the choice of a tenant; the platform stands below the registry',
  'platform/frame/user-menu.tsx': 'preferences; the platform stands below the registry',
  'features/file/files-drawer.tsx': 'what the drawer shows: anew, or the trash',
  'features/file/tree/sort-header.tsx': 'the order of the rows',
  'features/map/table/ready-table.tsx': 'which columns and statistics the table shows',
  'features/assistant/composer/attach-menu.tsx': 'what is put into the field or chosen from this computer',
  'features/notebook/comment/comment-item.tsx': 'opens the field in the comment',
  'features/project/dashboard-toolbar.tsx': 'the order of the cards',
  'features/notebook/cell/cell-header.tsx': 'the value of a field of the block: its language',
  'features/notebook/editor/alert-block.tsx': 'the value of a field of the block: its kind',
  'features/file/editor/editor-foot.tsx': 'waits for text files that are found by their path',
  'features/file/editor/live-editor.tsx': 'waits for text files that are found by their path',
  'features/database/editor/execute-bar.tsx': 'waits for SQL editors that are found by their database',
  'features/file/trash/trash-view.tsx': 'waits for commands on the trash',
  'features/project/share-people.tsx': 'waits for commands on roles',
  'shell/workspace/dock-tools.tsx': 'which group the narrow window shows',
  'shell/workspace/dock-tab.tsx': 'waits for a dock that closes and splits by the ids of panels',
};
