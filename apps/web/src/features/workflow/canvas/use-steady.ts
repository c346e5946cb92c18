import { useLayoutEffect, useRef, useState } from 'react';

type Functions<Given> = { [Name in keyof Given]: (...values: never[]) => unknown };

/** Functions that stay the same for good, and do what the newest ones given here do. */
export function useSteady<Given extends Functions<Given>>(given: Given): Given {
  const newest = useRef(given);
  useLayoutEffect(() => {
    newest.current = given;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(given).map((name) => [
          name,
          (...values: never[]) => newest.current[name as keyof Given](...values),
        ]),
      ) as Given,
  );
  return steady;
}
