/** Gives the keyboard to the field in which questions are written, once the drawer is there. */
export function focusComposer(): void {
  let looks = 0;
  const look = () => {
    const field = document.querySelector<HTMLTextAreaElement>('.gaia-composer textarea');
    if (field) return field.focus();
    looks += 1;
    if (looks < mostLooks) setTimeout(look, lookMs);
  };
  look();
}

const lookMs = 50;
const mostLooks = 60;
