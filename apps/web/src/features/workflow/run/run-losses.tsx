import type { OperationRemark } from '@groma/model';
import { remarksOf } from '../../../platform/say-remarks.ts';
import { useText } from '../../../platform/text.ts';

/** What files that were converted do not have of their sources, for each source. */
export function RunLosses({ remarks }: { remarks: readonly OperationRemark[] }) {
  const t = useText();
  const files = Map.groupBy(remarks, ({ file = '' }) => file);
  return (
    <ul className="workflow-losses">
      {[...files].map(([file, own]) => (
        <li key={file}>
          {file !== '' && <b>{file}</b>}
          <ul>
            {/* What is said in words begins with the file already. */}
            {[...new Set(remarksOf(t, own))].map((text) => (
              <li key={text}>{text.startsWith(`${file}: `) ? text.slice(file.length + 2) : text}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
