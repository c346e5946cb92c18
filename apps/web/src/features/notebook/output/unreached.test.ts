import { expect, test } from 'vitest';
import { unreachedBy } from './unreached.ts';

test('[NBK-088] what an output cannot reach is found, also in the frame of a Folium map', () => {
  const folium =
    '<div><iframe srcdoc="&lt;!DOCTYPE html&gt;&lt;script src=&quot;https://cdn.jsdelivr.net/npm/leaflet@1.9.3/dist/leaflet.js&quot;&gt;&lt;/script&gt;&lt;script src=&quot;https://code.jquery.com/jquery.js&quot;&gt;&lt;/script&gt;"></iframe></div>';
  expect(unreachedBy(folium)).toEqual({ hosts: ['cdn.jsdelivr.net', 'code.jquery.com'], pages: [], isAll: true });
  expect(
    unreachedBy(
      '<b>x</b><script async src="//cdn.example.org/a.js"></script><script src="https://cdn.example.org/b.js"></script>',
    ),
  ).toEqual({ hosts: ['cdn.example.org'], pages: [], isAll: false });
  expect(unreachedBy('<iframe width="300" src="https://example.org/a?b=1&amp;c=2" allowfullscreen></iframe>')).toEqual({
    hosts: [],
    pages: ['https://example.org/a?b=1&c=2'],
    isAll: false,
  });
});

test('[NBK-088] an output that brings its scripts lacks nothing', () => {
  expect(unreachedBy('<script>fetch("https://example.org")</script><a href="https://example.org">x</a>')).toBeNull();
  expect(unreachedBy('<table></table>')).toBeNull();
});
