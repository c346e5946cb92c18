/** The groups in which colour maps are offered (RAS-031). */
export const colorMapGroups = [
  'basic',
  'uniform sequential',
  'sequential',
  'diverging',
  'cyclic',
  'qualitative',
  'miscellaneous',
] as const;
export type ColorMapGroup = (typeof colorMapGroups)[number];

/**
 * A colour map as it is written here: `stops` of a place (00 to ff) and a colour each, or the `colors` of a qualitative
 * one.
 */
export type ColorMapRow = { name: string; label: string; group: ColorMapGroup; stops?: string; colors?: string };

/**
 * The colour maps of Matplotlib 3.11 (BSD-compatible licence), sampled at 256 places; places between two stops that lie
 * on the line between them, to within two of 255 levels, are left out. Their sources: viridis, plasma, inferno and
 * magma of Smith and van der Walt (CC0); cividis of Nuñez et al. 2018; ColorBrewer of Brewer and Harrower (Apache 2.0);
 * turbo of Mikhailov (Apache 2.0); cubehelix of Green 2011; coolwarm of Moreland 2009; berlin, managua and vanimo of
 * Crameri (MIT).
 */
export const colorMapTable: readonly ColorMapRow[] = [
  // basic
  { name: 'gray', label: 'gray', group: 'basic', stops: '00000000 ffffffff' },
  { name: 'binary', label: 'binary', group: 'basic', stops: '00ffffff ff000000' },
  { name: 'bone', label: 'bone', group: 'basic', stops: '00000000 5a4f4f6e bca4c4c4 ffffffff' },
  {
    name: 'pink',
    label: 'pink',
    group: 'basic',
    stops:
      '001e0000 04321a1a 05351d1d 0c4b2d2d 15603c3c 308d5a5a 46a96d6d 5dc27e7e 6dc99588 85d2b296 bce8e7b3 e3f5f5e2 ffffffff',
  },
  { name: 'spring', label: 'spring', group: 'basic', stops: '00ff00ff ffffff00' },
  { name: 'summer', label: 'summer', group: 'basic', stops: '00008066 ffffff66' },
  { name: 'autumn', label: 'autumn', group: 'basic', stops: '00ff0000 ffffff00' },
  { name: 'winter', label: 'winter', group: 'basic', stops: '000000ff ff00ff80' },
  { name: 'cool', label: 'cool', group: 'basic', stops: '0000ffff ffff00ff' },
  { name: 'wistia', label: 'Wistia', group: 'basic', stops: '00e4ff7a 41ffe719 7fffbd00 beffa100 fffc7f00' },
  { name: 'hot', label: 'hot', group: 'basic', stops: '000b0000 5dff0000 befffe00 ffffffff' },
  { name: 'afmhot', label: 'afmhot', group: 'basic', stops: '00000000 40800000 7ffe7e00 bffffe7f ffffffff' },
  { name: 'gist_heat', label: 'gist_heat', group: 'basic', stops: '00000000 7fbe0000 a9fe5300 bfff7f00 ffffffff' },
  { name: 'copper', label: 'copper', group: 'basic', stops: '00000000 cafa9e64 cfffa267 ffffc77f' },
  { name: 'gist_gray', label: 'gist_gray', group: 'basic', stops: '00000000 ffffffff' },
  { name: 'gist_yarg', label: 'gist_yarg', group: 'basic', stops: '00ffffff ff000000' },
  // uniform sequential
  {
    name: 'viridis',
    label: 'viridis',
    group: 'uniform sequential',
    stops:
      '00440154 0d481467 1e472a7a 2a443983 3a3e4c8a 5132648e 7d218e8d 8d1e9d89 9922a884 a22ab07f ae3bbb75 c160ca60 d795d840 e9c5e021 f0d8e219 f6e7e419 fffde725',
  },
  {
    name: 'plasma',
    label: 'plasma',
    group: 'uniform sequential',
    stops:
      '000d0887 0720068f 1f4b03a1 377100a8 418004a8 5ba31e9a 6eba3388 8ad5536f adef7c51 cafca338 e0fdc527 e9fbd324 fbf2f227 fff0f921',
  },
  {
    name: 'inferno',
    label: 'inferno',
    group: 'uniform sequential',
    stops:
      '00000004 09040314 130e092b 1a180c3c 282f0a5b 33420a68 4057106e 53751b6e 69982766 7ab3325a 92d44842 acef6c23 c2fa9207 c9fc9f07 d1fcae12 e1f8cd37 e9f4dd4f f4f1f179 fffcffa4',
  },
  {
    name: 'magma',
    label: 'magma',
    group: 'uniform sequential',
    stops:
      '00000004 04020109 0c06051a 1b160f3b 25241253 3036106b 36400f74 3e4e117b 4f681c81 69912b81 7db2357b 95d8456c a0e75263 acf2645c b6f8765c c0fc8961 d8feb67c ebfed89a fffcfdbf',
  },
  {
    name: 'cividis',
    label: 'cividis',
    group: 'uniform sequential',
    stops:
      '0000224e 11002e6c 16003171 1c123570 23203a6f 3538476c 56585e6d 7d7a7a78 98938e78 afaaa073 cbc7b767 eae9d34e f6f7de3e fbfde334 fffee838',
  },
  // sequential
  {
    name: 'greys',
    label: 'Greys',
    group: 'sequential',
    stops: '00ffffff 26ececec 3fdadada 5fbebebe 80959595 c1505050 df252525 ff000000',
  },
  {
    name: 'purples',
    label: 'Purples',
    group: 'sequential',
    stops: '00fcfbfd 22eeecf4 40dadaeb 5fbdbedc 7f9e9bc8 a17f7bb9 de552890 ff3f007d',
  },
  {
    name: 'blues',
    label: 'Blues',
    group: 'sequential',
    stops: '00f7fbff 40c6dbef 609dcae1 8366abd4 9f4292c6 be2272b6 df08519c ff08306b',
  },
  {
    name: 'greens',
    label: 'Greens',
    group: 'sequential',
    stops: '00f7fcf5 20e5f5e0 41c6e8bf 5fa2d99c 8073c476 a040aa5d c61c8540 df006d2c ff00441b',
  },
  {
    name: 'oranges',
    label: 'Oranges',
    group: 'sequential',
    stops: '00fff5eb 20fee6ce 3ffdd1a3 60fdae6a 80fd8c3b 9ff16913 c0d84801 dfa63603 ff7f2704',
  },
  {
    name: 'reds',
    label: 'Reds',
    group: 'sequential',
    stops: '00fff5f0 20fee0d2 3bfcc1a8 5efc9474 7cfb6e4e 9ef03d2d bfcb181d dda81016 ff67000d',
  },
  {
    name: 'ylorbr',
    label: 'YlOrBr',
    group: 'sequential',
    stops: '00ffffe5 20fff7bc 40fee390 61fec24d 80fe9829 99f07818 c0cb4b02 df993404 ff662506',
  },
  {
    name: 'ylorrd',
    label: 'YlOrRd',
    group: 'sequential',
    stops: '00ffffcc 40fed976 61feb04b 7ffd8e3c a0fc4d2a bfe31a1c d6c80723 dfbd0026 ff800026',
  },
  {
    name: 'orrd',
    label: 'OrRd',
    group: 'sequential',
    stops: '00fff7ec 21fee7c7 3efdd5a0 5bfdbf88 62fdb881 81fb8b58 a0ef6447 bdd93422 dfb30000 ff7f0000',
  },
  {
    name: 'purd',
    label: 'PuRd',
    group: 'sequential',
    stops: '00f7f4f9 1fe7e2ef 3fd4bada 5fc995c7 7cdd6ab3 a0e72989 c0cd1256 df980043 ff67001f',
  },
  {
    name: 'rdpu',
    label: 'RdPu',
    group: 'sequential',
    stops: '00fff7f3 1ffde1de 41fcc4c0 5ffaa0b5 80f767a1 a1db3196 bfae017e e0790177 ff49006a',
  },
  {
    name: 'bupu',
    label: 'BuPu',
    group: 'sequential',
    stops: '00f7fcfd 23ddeaf3 609ebcda 669ab4d6 7f8c97c6 a38c66af be88439e df810f7c ff4d004b',
  },
  {
    name: 'gnbu',
    label: 'GnBu',
    group: 'sequential',
    stops: '00f7fcf0 40ccebc5 5fa9ddb5 807accc4 a04db2d3 bd2d8fbf df0868ac ff084081',
  },
  {
    name: 'pubu',
    label: 'PuBu',
    group: 'sequential',
    stops: '00fff7fb 1fede7f2 3ed2d2e7 4dbfc9e1 659ebad9 7f75a9cf 8962a2cb a0358fc0 bf0570b0 e004598c ff023858',
  },
  {
    name: 'ylgnbu',
    label: 'YlGnBu',
    group: 'sequential',
    stops: '00ffffd9 20edf8b1 3fc8e9b4 5f80cebb 8040b5c4 9f1d91c0 bf225ea8 df253494 ff081d58',
  },
  {
    name: 'pubugn',
    label: 'PuBuGn',
    group: 'sequential',
    stops: '00fff7fb 1fede3f0 40d0d1e6 5fa7bddb 8066a9cf 9e3891c1 bf02818a de016d5b ff014636',
  },
  {
    name: 'bugn',
    label: 'BuGn',
    group: 'sequential',
    stops: '00f7fcfd 20e5f5f9 40ccece6 6098d8c9 8065c2a3 9e43af78 bf238b45 df006d2c ff00441b',
  },
  {
    name: 'ylgn',
    label: 'YlGn',
    group: 'sequential',
    stops: '00ffffe5 1ff7fcba 40d9f0a3 61abdc8d 7c7ec97b a040aa5c bf238443 df006837 ff004529',
  },
  // diverging
  {
    name: 'piyg',
    label: 'PiYG',
    group: 'diverging',
    stops: '008e0152 19c41a7c 34df79b0 4df1b7da 65fddeee 7ff7f7f7 99e6f5d0 b4b5df82 cc7fbc41 e64c9121 ff276419',
  },
  {
    name: 'prgn',
    label: 'PRGn',
    group: 'diverging',
    stops: '0040004b 1a772b84 339970ab 48bb9cc9 65e6d2e7 7ff7f6f7 99d9f0d3 b3a5da9f cb5db063 e51c7938 ff00441b',
  },
  {
    name: 'brbg',
    label: 'BrBG',
    group: 'diverging',
    stops: '00543005 198b500a 33bf812d 4ddfc37e 66f6e8c3 80f4f5f5 99c7eae5 b281cec2 cc35978f e502675f ff003c30',
  },
  {
    name: 'puor',
    label: 'PuOr',
    group: 'diverging',
    stops: '007f3b08 1ab45906 33e08214 4dfdb965 67fee1b9 7ff7f7f6 99d8daeb b4afa8d0 cc8073ac e5552889 ff2d004b',
  },
  {
    name: 'rdgy',
    label: 'RdGy',
    group: 'diverging',
    stops:
      '0067001f 1ab3192c 31d35a4a 36da6853 4ef5a886 62fcd3bc 6afde1d0 7ffffefe 9adfdfdf b2bbbbbb cd858585 e4505050 ff1a1a1a',
  },
  {
    name: 'rdbu',
    label: 'RdBu',
    group: 'diverging',
    stops:
      '0067001f 1ab3192c 33d6604d 47ee9677 4ef5a886 66fddbc7 80f6f7f7 99d1e5f0 b293c6de cc4393c3 e62065ab ff053061',
  },
  {
    name: 'rdylbu',
    label: 'RdYlBu',
    group: 'diverging',
    stops: '00a50026 19d62f27 33f46d43 4cfdad60 66fee090 80feffc0 99e0f3f8 b2acdae9 cb76afd2 e54676b5 ff313695',
  },
  {
    name: 'rdylgn',
    label: 'RdYlGn',
    group: 'diverging',
    stops:
      '00a50026 19d62f27 33f46d43 4cfdad60 66fee08b 80feffbe 99d9ef8b b0abdb6d b5a0d669 cb69be63 e51b9950 ff006837',
  },
  {
    name: 'spectral',
    label: 'Spectral',
    group: 'diverging',
    stops: '009e0142 19d43d4f 33f46d43 4cfdad60 66fee08b 80ffffbe 99e6f598 b2acdda4 cc66c2a5 e53389bd ff5e4fa2',
  },
  {
    name: 'coolwarm',
    label: 'coolwarm',
    group: 'diverging',
    stops:
      '003b4cc0 104e68d8 25688aef 31799cf8 3f8caffe 4fa2c1ff 62bbd1f8 72cedaeb 7fdcdddd 8dead5c9 a0f5c4ac bef59c7d d3e9785d efcb3e38 f7c0282f ffb40426',
  },
  { name: 'bwr', label: 'bwr', group: 'diverging', stops: '000000ff 7ffefeff ffff0000' },
  {
    name: 'seismic',
    label: 'seismic',
    group: 'diverging',
    stops: '0000004c 400101ff 7ffdfdff 80fffdfd bfff0101 ff800000',
  },
  {
    name: 'berlin',
    label: 'berlin',
    group: 'diverging',
    stops:
      '009eb0ff 1274aaeb 1b5da5dd 264497c6 333280a6 56194153 6c101f26 76111317 7f180c0a 8b250c01 9b391100 a84d1602 b86c2711 cc964a36 ffffadad',
  },
  {
    name: 'managua',
    label: 'managua',
    group: 'diverging',
    stops:
      '00ffcf67 1eda9654 31c3774a 46a85940 5c873d39 69733039 73652a3d 7d5a2846 8e4e315e a84d5290 bd5672b1 d56498ce ee75c5eb ff81e7ff',
  },
  {
    name: 'vanimo',
    label: 'vanimo',
    group: 'diverging',
    stops:
      '00ffcdfd 12e39ad8 22ca73b9 31b1569e 40923e80 58542148 682f1728 6e261520 7d1a1414 8a1a1a11 9a232d14 be506e25 d7719b39 de7caa43 ec96cb62 f7ade786 ffbefda5',
  },
  // cyclic
  {
    name: 'twilight',
    label: 'twilight',
    group: 'cyclic',
    stops:
      '00e2d9e2 05dcd9df 0bd0d4d9 10c2ced4 2093b4c6 2782a7c3 307196c1 3f6277bb 525e4caa 5a5c389d 6258268a 65551f7f 6e471461 743d114e 7c33113c 7f301437 84341238 94561546 9c6c1b4e a47f2350 a88a2950 b6a54350 c1b55b53 cabe705b d4c6876b dbca9a7d e4cfae97 f1dacbc5 f7dfd4d6 ffe2d9e2',
  },
  {
    name: 'twilight_shifted',
    label: 'twilight_shifted',
    group: 'cyclic',
    stops:
      '00301437 0333113c 0a3c114b 17511a75 235b3298 2e5e4dab 365f60b4 42637abb 4f7196c1 5a86aac4 629ab8c8 67aac2cc 74d0d4d9 7bddd9e0 7fe2d9e2 87dfd4d6 94d4beaf 99d0b29c a3ca9a7d a9c68b6e b1c1775f bab86255 c4ac4c50 d48f2d50 da802350 e4681a4d f243123e f9361139 ff2f1436',
  },
  {
    name: 'hsv',
    label: 'hsv',
    group: 'cyclic',
    stops:
      '00ff0000 28ffec00 2df4ff00 5508ff00 5900ff10 5b00ff1b 8100fffc 8200fcff 8600e5ff aa0010ff ae0800ff d7f800fd dbff00ed ffff0018',
  },
  // qualitative
  {
    name: 'pastel1',
    label: 'Pastel1',
    group: 'qualitative',
    colors: 'fbb4ae b3cde3 ccebc5 decbe4 fed9a6 ffffcc e5d8bd fddaec f2f2f2',
  },
  {
    name: 'pastel2',
    label: 'Pastel2',
    group: 'qualitative',
    colors: 'b3e2cd fdcdac cbd5e8 f4cae4 e6f5c9 fff2ae f1e2cc cccccc',
  },
  {
    name: 'paired',
    label: 'Paired',
    group: 'qualitative',
    colors: 'a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928',
  },
  {
    name: 'accent',
    label: 'Accent',
    group: 'qualitative',
    colors: '7fc97f beaed4 fdc086 ffff99 386cb0 f0027f bf5b17 666666',
  },
  {
    name: 'dark2',
    label: 'Dark2',
    group: 'qualitative',
    colors: '1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666',
  },
  {
    name: 'set1',
    label: 'Set1',
    group: 'qualitative',
    colors: 'e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999',
  },
  {
    name: 'set2',
    label: 'Set2',
    group: 'qualitative',
    colors: '66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3',
  },
  {
    name: 'set3',
    label: 'Set3',
    group: 'qualitative',
    colors: '8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f',
  },
  // Paul Tol, Colour Schemes, SRON/EPS/TN/09-002 (2021): told apart by people with any kind of colour blindness.
  {
    name: 'tol_muted',
    label: 'Tol muted',
    group: 'qualitative',
    colors: '88ccee cc6677 ddcc77 117733 aa4499 44aa99 999933 332288 882255',
  },
  {
    name: 'tab10',
    label: 'tab10',
    group: 'qualitative',
    colors: '1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf',
  },
  {
    name: 'tab20',
    label: 'tab20',
    group: 'qualitative',
    colors:
      '1f77b4 aec7e8 ff7f0e ffbb78 2ca02c 98df8a d62728 ff9896 9467bd c5b0d5 8c564b c49c94 e377c2 f7b6d2 7f7f7f c7c7c7 bcbd22 dbdb8d 17becf 9edae5',
  },
  {
    name: 'tab20b',
    label: 'tab20b',
    group: 'qualitative',
    colors:
      '393b79 5254a3 6b6ecf 9c9ede 637939 8ca252 b5cf6b cedb9c 8c6d31 bd9e39 e7ba52 e7cb94 843c39 ad494a d6616b e7969c 7b4173 a55194 ce6dbd de9ed6',
  },
  {
    name: 'tab20c',
    label: 'tab20c',
    group: 'qualitative',
    colors:
      '3182bd 6baed6 9ecae1 c6dbef e6550d fd8d3c fdae6b fdd0a2 31a354 74c476 a1d99b c7e9c0 756bb1 9e9ac8 bcbddc dadaeb 636363 969696 bdbdbd d9d9d9',
  },
  // miscellaneous
  {
    name: 'turbo',
    label: 'turbo',
    group: 'miscellaneous',
    stops:
      '0030123b 0a3b2f80 104040a2 164451bf 1d4664da 244776ee 2a4685fa 304294ff 343d9efe 3c2fb2f4 4a1ad2d2 551ae4b6 5a22ebaa 6238f491 706dfe62 7a92ff47 81a7fc3a 89bcf534 92d2e935 9eebd339 abfbb838 bafe9029 c3f9751d ceed5510 dadc3b07 e2cc2b04 edb21a01 f8920b01 ff7a0403',
  },
  {
    name: 'jet',
    label: 'jet',
    group: 'miscellaneous',
    stops:
      '00000080 1c0000ff 200000ff 5600d8ff 5a02e8f4 6016ffe1 a3eeff09 a6f8f500 a9ffea00 e3ff1300 e8e80000 ff800000',
  },
  {
    name: 'rainbow',
    label: 'rainbow',
    group: 'miscellaneous',
    stops:
      '008000ff 23396bf9 2f218cf4 4000b5eb 5020d5e1 5e3dead5 6c58f8c9 7b76ffb9 8890feab 9bb6f193 acd9da7d bffeb562 d0ff8c49 dcff6b37 ffff0000',
  },
  {
    name: 'terrain',
    label: 'terrain',
    group: 'miscellaneous',
    stops: '00333399 260098fe 29009eef 4001cc66 7ffdff99 80fefe98 bf805c54 ffffffff',
  },
  {
    name: 'gist_earth',
    label: 'gist_earth',
    group: 'miscellaneous',
    stops:
      '00000000 0101002b 02010039 06040064 08050274 1f153778 3020597b 48308080 4930817e 75459a49 774a9b46 8e7ca753 b2b7b75e c8c0a465 d4cdaa82 ddd7b298 e5e0bdad f5f2dedd fffdfbfb',
  },
  { name: 'ocean', label: 'ocean', group: 'miscellaneous', stops: '00008000 55000055 aa0080aa ffffffff' },
  {
    name: 'gist_stern',
    label: 'gist_stern',
    group: 'miscellaneous',
    stops: '00000000 0eff0e1c 3f0b3f7e 40404080 7f7f7ffe 818181f9 b9b9b90a bbbbbb02 bcbcbc02 ffffffff',
  },
  {
    name: 'gnuplot',
    label: 'gnuplot',
    group: 'miscellaneous',
    stops:
      '00000000 01100006 0217000d 0524001f 09300038 164b0084 225d01be 286501d5 327102f1 367502f8 3e7e04ff 448405fe 4d8c07f2 529108e6 5b980cc8 609c0eb3 68a3118c 6ea7146b 7fb42003 80b52000 a2cb4100 afd35200 c6e17700 d3e89000 e4f1b600 f4f9df00 ffffff00',
  },
  {
    name: 'gnuplot2',
    label: 'gnuplot2',
    group: 'miscellaneous',
    stops: '00000000 400100ff 6b8700ff 91fe4cb3 eafffe01 ebffff05 ecffff11 ffffffff',
  },
  {
    name: 'cmrmap',
    label: 'CMRmap',
    group: 'miscellaneous',
    stops: '00000000 20262680 404d26bf 5f973381 80ff4126 9fe67f00 bee6bd18 c2e6c322 dfe6e57f ffffffff',
  },
  {
    name: 'cubehelix',
    label: 'cubehelix',
    group: 'miscellaneous',
    stops:
      '00000000 090e050f 16191129 251a2543 32163b4e 4216574b 4e206840 552b6f39 5d3c7632 634c792f 6f6f7b31 76847a38 81a4794c 8bbc7967 95cc7c86 9dd381a0 a5d589b8 b1d09ad7 bacaa9e7 c0c6b4ee c9c2c5f3 d0c1d1f3 dbc6e1f1 e5d1edef f0e3f6f0 ffffffff',
  },
  { name: 'brg', label: 'brg', group: 'miscellaneous', stops: '000000ff 7ffe0001 ff00ff00' },
  {
    name: 'gist_rainbow',
    label: 'gist_rainbow',
    group: 'miscellaneous',
    stops: '00ff0029 07ff0003 08ff0200 37feff00 6600ff00 9500fffd 9900ecff c40002ff c70e00ff f3fe00ff ffff00bf',
  },
  {
    name: 'nipy_spectral',
    label: 'nipy_spectral',
    group: 'miscellaneous',
    stops:
      '00000000 0c700080 0d770088 19870098 1a83009a 260300aa 270000ad 330000dd 400078dd 4c0098dd 5900aaab 6600aa88 72009a08 73009a00 9900ff00 a5b0ff00 a6bcff00 b3efed00 bfffcd00 ccff9900 d8ff0900 d9fe0000 e5de0000 f2cc0000 f3cc0c0c ffcccccc',
  },
  {
    name: 'gist_ncar',
    label: 'gist_ncar',
    group: 'miscellaneous',
    stops:
      '00000080 0d005f06 1b0000ee 1c000eff 2800b8ff 2a00c6ff 3400f2ff 3700ffeb 4300fa9d 4f00fe1f 510dff0b 5213fb00 5e60ce00 5f66d100 6a7cf500 6d84ff0c 79bbff3c 86f6fd08 88fff800 94ffda00 a1ffba0e afff4701 bcff0a00 beff0023 caff00f8 cbf803fc ccf107ff d6ac29ff d89f33fe e5eb80ee fffef8fe',
  },
  {
    name: 'flag',
    label: 'flag',
    group: 'miscellaneous',
    stops:
      '00ff0000 01ff6035 02ffb37e 03ffeac6 04ffffff 05cdeeff 0685b9ff 073c69ff 080009ff 090000d0 0b00003f 0c000000 0d2c0000 0fbc0000 10fc0000 11ff4f29 12ffa570 13ffe2b9 14fffefa 15d9f4ff 1693c6ff 17497aff 18081cff 190000dd 1b00004d 1c00000b 1d1f0000 1faf0000 20f10000 21ff3d1c 22ff9662 23ffd9ab 24fffbee 25e6f9ff 26a1d1ff 27578aff 28132fff 290000e9 2c000016 2d130000 2e570000 2fa10000 30e60000 31ff2a11 32ff8654 33ffce9d 34fff8e3 35f1fcff 36afdbff 37659aff 381f41ff 390000f4 3a0000b2 3c000022 3d080000 3e490000 40d90000 41ff1805 42ff7646 43ffc38f 44fff3d6 45fcfeff 46bce4ff 4773a8ff 482c53ff 490000ff 4a0000c0 4c00002f 4d000000 4e3c0000 50cd0000 51ff0500 52ff6539 53ffb681 54ffecca 55ffffff 56caecff 5781b6ff 583965ff 590005ff 5a0000cd 5c00003c 5d000000 5e2f0000 60c00000 61ff0000 62ff532c 63ffa873 64ffe4bc 65fffefc 66d6f3ff 678fc3ff 684676ff 690518ff 6a0000d9 6c000049 6d000008 6e220000 70b20000 71f40000 72ff411f 73ff9a65 74ffdbaf 75fffcf1 76e3f8ff 779dceff 785486ff 79112aff 7a0000e6 7b0000a1 7c000057 7d000013 7e160000 81e90000 82ff2f13 83ff8a57 84ffd1a1 85fff9e6 86eefbff 87abd9ff 886296ff 891c3dff 8a0000f1 8b0000af 8d00001f 8e0b0000 8f4d0000 91dd0000 92ff1c08 93ff7a49 94ffc693 95fff4d9 96fafeff 97b9e2ff 9870a5ff 99294fff 9a0000fc 9b0000bc 9d00002c 9e000000 9f3f0000 a1d00000 a2ff0900 a3ff693c a4ffb985 a5ffeecd a6ffffff a7c6eaff a87eb3ff a93560ff aa0000ff ab0000ca ad000039 ae000000 af320000 b1c30000 b2ff0000 b3ff582f b4ffac77 b5ffe6c0 b6ffffff b7d3f1ff b88cc0ff b94372ff ba0313ff bb0000d6 bd000046 be000005 bf260000 c1b60000 c2f70000 c3ff4622 c4ff9d69 c5ffdeb2 c6fffdf4 c7e0f7ff c89acbff c95082ff ca0e26ff cb0000e3 cd000054 ce000011 cf190000 d05e0000 d1a80000 d2ec0000 d3ff3316 d4ff8e5b d5ffd4a4 d6fffae9 d7ecfbff d8a8d6ff d95e92ff da1938ff db0000ee dc0000ab de00001c df0e0000 e0500000 e2e00000 e3ff210b e4ff7e4d e5ffc996 e6fff5dd e7f7fdff e8b6e0ff e96ca1ff ea264aff eb0000fa ec0000b9 ee000029 ef030000 f0430000 f2d30000 f3ff0e00 f4ff6d3f f5ffbc88 f6ffefd0 f7ffffff f8c3e8ff f97aafff fa325cff fb0000ff fc0000c6 fe000035 ff000000',
  },
  {
    name: 'prism',
    label: 'prism',
    group: 'miscellaneous',
    stops:
      '00ff0000 01ff0000 02ff2100 05ffb000 06ffd800 07fff700 08e3ff00 0b53fe00 0c2be200 0d0bbd39 0e00917d 0f0061b9 100030e9 110001ff 121a00ff 133e00ff 146a00fe 159a00d7 16cb00a3 17fa0063 18ff001d 19ff0000 1aff0e00 1dff9e00 1effc900 1fffec00 20f5ff00 2365ff00 243aef00 2517cd1d 2600a363 270074a2 280043d7 290013fe 2a0d00ff 2b2e00ff 2c5700ff 2d8600e9 2eb700b9 2fe7007e 30ff003a 31ff0000 32ff0000 33ff2a00 35ff8c00 36ffb900 37ffdf00 38fffc00 39d9ff00 3b78ff00 3c4bf900 3d24dc00 3e06b547 3f00878a 400057c4 410026f0 420300ff 432000ff 444600ff 457300f8 46a300ce 47d40097 48ff0056 49ff000f 4aff0000 4bff1700 4dff7900 4effa700 4fffd000 50fff100 51ecff00 545cff00 5532e900 5611c52b 57009a70 58006bae 590039e0 5a000aff 5b1300ff 5c3600ff 5d6000ff 5e8f00e1 5fc100af 60f00071 61ff002c 62ff0000 63ff0500 66ff9500 67ffc100 68ffe500 69ffff00 6c6fff00 6d42f400 6e1dd50e 6f01ac55 70007e96 71004dcd 72001df7 730800ff 742700ff 754e00ff 767c00f1 77ad00c4 78dd008b 79ff0048 7aff0001 7bff0000 7cff2100 7fffb000 80ffd700 81fff700 82e3ff00 8554fe00 862be300 870bbd39 8800917d 890061b9 8a0030e8 8b0001ff 8c1900ff 8d3e00ff 8e6900fe 8f9900d8 90ca00a3 91f90064 92ff001e 93ff0000 94ff0e00 97ff9e00 98ffc800 99ffeb00 9af6ff00 9d66ff00 9e3bef00 9f17cd1c a000a462 a10075a2 a20044d7 a30014fe a40d00ff a52e00ff a65700ff a78600e9 a8b700ba a9e7007e aaff003a abff0000 acff0000 adff2a00 afff8b00 b0ffb800 b1ffde00 b2fffb00 b3daff00 b578ff00 b64bfa00 b724dc00 b806b546 b9008889 ba0057c3 bb0027f0 bc0300ff bd2000ff be4600ff bf7200f8 c0a300cf c1d40097 c2ff0056 c3ff0010 c4ff0000 c5ff1700 c8ffa700 c9ffd000 cafff100 cbedff00 ce5dff00 cf33e900 d011c62a d1009b6f d2006bad d3003ae0 d4000bff d51300ff d63500ff d76000ff d88f00e1 d9c000af daf00071 dbff002c dcff0000 ddff0500 e0ff9400 e1ffc000 e2ffe500 e3ffff00 e66fff00 e743f500 e81dd50d e901ad54 ea007f95 eb004ecd ec001df7 ed0800ff ee2600ff ef4e00ff f07c00f1 f1ac00c5 f2dd008b f3ff0049 f4ff0001 f5ff0000 f6ff2000 f8ff8200 f9ffaf00 faffd700 fbfff600 fce4ff00 ff54ff00',
  },
];
