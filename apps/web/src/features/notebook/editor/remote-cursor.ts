/** The cursor of another person in the text, with their name. The editor shows the name while they move. */
export function drawCursor(user: { name: string; color: string }): HTMLElement {
  const cursor = document.createElement('span');
  cursor.className = 'remote-cursor';
  cursor.style.setProperty('--person', user.color);
  const name = document.createElement('span');
  name.className = 'remote-cursor-name';
  name.textContent = user.name;
  // A cursor between two words must not let the line break there.
  cursor.append('\u2060', name, '\u2060');
  return cursor;
}
