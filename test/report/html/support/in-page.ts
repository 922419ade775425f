/** What runs in the browser, as text: the types of this project are those of Node, which has no document. */

export const SECTIONS = `document.querySelectorAll('main > section').length`;
export const IS_HACKED = `'hacked' in globalThis || document.body.style.length > 0`;
export const SCROLLS_SIDEWAYS = `document.documentElement.scrollWidth > document.documentElement.clientWidth`;
export const UNFOLD = `document.querySelectorAll('details').forEach((details) => { details.open = true; })`;
export const GROUND = `getComputedStyle(document.body).backgroundColor`;
export const FOCUS_OUTLINE = `getComputedStyle(document.activeElement).outlineStyle`;
export const NAMES = `[...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)`;
export const BODY_DISPLAY = `getComputedStyle(document.body).display`;
export const RUN_AXE = `axe.run()`;

/** What an attacker would do who had got markup in after all; gives the colour of what was put in. */
export const BREAK_IN = `(() => {
  const script = document.createElement('script');
  script.textContent = 'globalThis.hacked = true';
  const markup = '<img src="/stolen"><form action="/sent"><button></button></form>'
    + '<p id="put-in" style="color: rgb(1, 2, 3)" onclick="globalThis.hacked = true">x</p>';
  document.body.append(script);
  document.body.insertAdjacentHTML('beforeend', markup);
  document.getElementById('put-in').click();
  document.querySelector('form button').click();
  return getComputedStyle(document.getElementById('put-in')).color;
})()`;

export interface Contrast {
  /** Name and class of the element. */
  readonly element: string;
  readonly ratio: number;
}

/**
 * Every element with text of its own and its contrast with what is behind it: WCAG 2.2, relative luminance and
 * contrast ratio. Colours are taken to be opaque.
 */
export const CONTRASTS = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    if (element === null) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const hasText = ({ childNodes }) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '');
  return [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
    const [dark, light] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => a - b);
    return { element: element.tagName + '.' + element.className, ratio: (light + 0.05) / (dark + 0.05) };
  });
})()`;
