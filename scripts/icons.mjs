import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { BILINEAR, createICNS, createICO } from 'png2icons';
import { root } from './programs.mjs';

// npm run icons: the icons of the packages, from the mark that the page shows. Its output is committed.

const mark = readFileSync(join(root, 'renderer', 'styles', 'mark.svg'), 'utf8');
const folder = join(root, 'resources', 'icons');

/** @param {number} width in pixels */
const picture = (width) => new Resvg(mark, { fitTo: { mode: 'width', value: width } }).render().asPng();

mkdirSync(folder, { recursive: true });
for (const width of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  writeFileSync(join(folder, `${width}x${width}.png`), picture(width));
}
const largest = picture(1024);
for (const [name, icon] of /** @type {const} */ ([
  ['icon.icns', createICNS(largest, BILINEAR, 0)],
  ['icon.ico', createICO(largest, BILINEAR, 0, true)],
])) {
  if (icon === null) {
    throw new Error(`${name} could not be made from renderer/styles/mark.svg.`);
  }
  writeFileSync(join(folder, name), icon);
}
