/** Creates an element for the editor, which is not drawn by React, with attributes and children. */
export function dom<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...inside);
  return element;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Creates a line icon of 24 by 24, like those that React draws. */
export function drawing(path: string): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  const line = document.createElementNS(svgNamespace, 'path');
  setAttributes(line, { d: path });
  setAttributes(svg, {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'aria-hidden': 'true',
  });
  svg.append(line);
  return svg;
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
}
