import { Avatar, type AvatarProps } from './avatar.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface AvatarGroupProps {
  people: readonly Pick<AvatarProps, 'id' | 'name' | 'src' | 'away'>[];
  /** How many discs before the rest becomes a count. */
  max?: number;
  size?: AvatarProps['size'];
  label: string;
}

/** Several people in a row; those beyond `max` become one count that names them. */
export function AvatarGroup({ people, max = 4, size = 'm', label }: AvatarGroupProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.slice(shown.length);
  return (
    <span className="g-avatars" role="group" aria-label={label}>
      {shown.map((person) => (
        <Avatar key={person.id} {...person} size={size} />
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map((person) => person.name).join(', ')}>
          <span
            className="g-avatar"
            data-size={size}
            data-rest
            role="img"
            aria-label={rest.map((person) => person.name).join(', ')}
          >
            +{rest.length}
          </span>
        </Tooltip>
      )}
    </span>
  );
}
