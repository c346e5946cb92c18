const link = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

/** Plain text in which addresses can be followed. */
export function CommentText({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(link)) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow">
        {address}
      </a>,
    );
    end = index + address.length;
  }
  return (
    <p className="comment-text" dir="auto">
      {parts}
      {text.slice(end)}
    </p>
  );
}
