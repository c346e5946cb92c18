import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Markdown that code displayed. HTML in it is left out, and pictures are those that stand in the text itself. */
export function MarkdownOutput({ text }: { text: string }) {
  return (
    <div className="output-markup output-markdown" dir="auto">
      <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={{ img: OwnPicture }}>{text}</ReactMarkdown>
    </div>
  );
}

/** Others would tell their server who reads the notebook. */
function OwnPicture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  return typeof src === 'string' && src.startsWith('data:image/') ? <img src={src} alt={alt ?? ''} /> : <span>{alt}</span>;
}
